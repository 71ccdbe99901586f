import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { startDatabaseProxy, type DatabaseProxy } from '../faults/database-proxy.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { REQUEST_LIMITS } from '../../src/database/pool.ts'
import { testApp } from './app.ts'
import { sendUnjudged, type Answer, type Sent } from './send.ts'

export interface ProxiedService {
  readonly app: FastifyInstance
  readonly db: Kysely<Database>
  /** Between the service and its database. */
  readonly proxy: DatabaseProxy
  readonly poolSize: number
  close(): Promise<void>
}

/** The service with the limits that it is run with, behind a network that can be made to fail. */
export async function startProxiedService(
  databaseUrl: string,
  { logLevel = 'silent', poolSize = 4 } = {},
): Promise<ProxiedService> {
  const proxy = await startDatabaseProxy(databaseUrl)
  const connection = { databaseUrl: proxy.url, ...REQUEST_LIMITS, onConnectionError: () => {} }
  const db = connect({ ...connection, poolSize })
  const app = await testApp({ db, url: proxy.url }, { connection, logLevel })
  const close = async (): Promise<void> => {
    proxy.reset()
    await app.close()
    await db.destroy()
    await proxy.close()
  }
  return { app, db, proxy, poolSize, close }
}

/** An answer, and how long it took. */
export async function timed(
  app: FastifyInstance,
  sent: Sent,
): Promise<{ answer: Answer; ms: number }> {
  const start = performance.now()
  const answer = await sendUnjudged(app, sent)
  return { answer, ms: performance.now() - start }
}

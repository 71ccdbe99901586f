import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { startDatabaseProxy, type DatabaseProxy } from '../faults/database-proxy.ts'
import { connect, REQUEST_LIMITS } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { testApp } from './app.ts'
import { sendUnvalidated, type Answer, type Sent } from './send.ts'

export interface ProxiedService {
  readonly app: FastifyInstance
  readonly db: Kysely<Database>
  /** Between the service and its database. */
  readonly proxy: DatabaseProxy
  readonly poolSize: number
  close(): Promise<void>
}

/** The service with its production limits, connected to its database through a proxy that injects failures. */
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

/** A response, and its duration. */
export async function timed(
  app: FastifyInstance,
  sent: Sent,
): Promise<{ response: Answer; ms: number }> {
  const start = performance.now()
  const response = await sendUnvalidated(app, sent)
  return { response, ms: performance.now() - start }
}

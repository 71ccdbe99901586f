import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Urls } from '../contract/operation-types.ts'
import { connect } from '../database/connect.ts'
import { migrateAt } from '../database/migrate.ts'
import { openDatabase, type OpenDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { operations } from '../operations.ts'
import type { OnClose } from './life-cycle.ts'
import { atFreePort, close, listen } from './listen.ts'
import { urlsOf } from './urls.ts'

const STATEMENT_TIMEOUT_MS = 20_000
const DESTROY_DEADLINE_MS = 1_000

/** What `prepare` finds: a migrated database that nobody is served from yet. */
export interface Prepared {
  readonly database: OpenDatabase
  readonly db: Kysely<Database>
}

/** What is served beside the service itself. */
export type Addition = (app: FastifyInstance) => Promise<void>

/**
 * Configuration, database, application, listening, in that order.
 * @param prepare runs before anybody is served; says what else to serve.
 */
export async function serve(
  onClose: OnClose,
  prepare?: (prepared: Prepared) => Promise<Addition | undefined>,
): Promise<'running'> {
  const config = readConfig()
  const database = await openDatabase(config)
  onClose(() => database.close())
  await migrateAt(database.databaseUrl)
  let reportBroken = (error: Error): void => {
    console.error(`A database connection broke: ${error.message}`)
  }
  const connection = {
    databaseUrl: database.databaseUrl,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onConnectionError: (error: Error) => {
      reportBroken(error)
    },
  }
  const db = connect({ ...connection, poolSize: config.databasePoolSize })
  // A query that hangs must not keep the process.
  onClose(() => Promise.race([db.destroy(), sleep(DESTROY_DEADLINE_MS)]))
  const addition = await prepare?.({ database, db })

  const serveAt = async (port: number): Promise<Urls> => {
    const urls = urlsOf(config, port)
    const { logLevel } = config
    const app = await buildApp({ operations, context: { db, urls }, connection, logLevel })
    if (addition !== undefined) await app.register(addition)
    await listen(app, config.host, port)
    reportBroken = (error) => {
      app.log.warn({ err: error }, 'A database connection broke')
    }
    onClose(() => close(app))
    return urls
  }
  const { port, host } = config
  welcome(await (port === undefined ? atFreePort(host, serveAt) : serveAt(port)))
  return 'running'
}

/** The addresses that a newcomer wants. */
function welcome({ public: url }: Urls): void {
  console.log(`
  Browse     ${url}/
  Artworks   ${url}/api/v1/marketplace-artworks/
  Docs       ${url}/docs
  Guide      ${url}/docs/guide
  Contract   ${url}/openapi/v1.yaml
`)
}

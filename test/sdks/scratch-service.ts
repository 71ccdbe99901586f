import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { buildApp } from '../../src/app.ts'
import { apiRoot } from '../../src/contract/document.ts'
import { connect, type ClientOptions } from '../../src/database/pool.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import type { Database } from '../../src/database/tables.ts'
import { operations } from '../../src/operations.ts'
import { atFreePort, close, listen } from '../../src/server/listen.ts'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { issueKey } from '../../src/api-keys/issue-key.ts'
import { startScratchServer } from '../../scripts/scratch-server.ts'
import { findOrMakeOwner } from '../../scripts/keys/make-key.ts'
import { joinGalleries } from './scratch-queries.ts'
import { stepOf } from './steps.ts'

export interface ScratchService {
  /** Its root without a trailing slash. */
  readonly url: string
  /** An API key with the scopes of partners, of a member of every gallery. */
  readonly key: string
  readonly db: Kysely<Database>
  /** All requests below the root of the API, as steps (steps.ts). */
  readonly taken: readonly string[]
  /** A folder that is removed when the service is closed. */
  readonly folder: string
}

const HOST = '127.0.0.1'
const CATALOGUE = { artworks: 40, events: 12 }

/** The data need not survive a crash. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Registers a cleanup. */
type OnClose = (close: () => Promise<void>) => void

/** The service in this process, on a temporary database with a small demo catalogue. */
export async function startScratchService(onClose: OnClose): Promise<ScratchService> {
  const server = await startScratchServer(path.join(tmpdir(), 'art-marketplace-sdks-'), FAST)
  onClose(() => server.close())
  const databaseUrl = server.url()
  await migrateAt(databaseUrl)
  await loadDemoCatalogue(databaseUrl, CATALOGUE)
  const connection = {
    databaseUrl,
    statementTimeoutMs: 20_000,
    onConnectionError: (error: Error) =>
      console.error(`A database connection broke: ${error.message}`),
  }
  const db = connect({ ...connection, poolSize: 8 })
  onClose(() => db.destroy())
  const taken: string[] = []
  return {
    url: await listenOn({ db, connection, taken }, onClose),
    key: await makeKey(db),
    db,
    taken,
    folder: server.folder,
  }
}

interface Served {
  readonly db: Kysely<Database>
  readonly connection: ClientOptions
  readonly taken: string[]
}

function listenOn({ db, connection, taken }: Served, onClose: OnClose): Promise<string> {
  return atFreePort(HOST, async (port) => {
    const url = `http://${HOST}:${port}`
    const context = { db, urls: { public: url, media: `${url}/media` } }
    const app = await buildApp({ operations, context, connection, logLevel: 'error' })
    recordSteps(app.server, taken)
    await listen(app, HOST, port)
    onClose(() => close(app))
    return url
  })
}

/** Adds the requests with the status of their responses to `taken`. */
function recordSteps(server: Server, taken: string[]): void {
  server.on('request', ({ method = '', url = '' }, response) => {
    if (!url.startsWith(apiRoot)) return
    const record = (): void =>
      void taken.push(stepOf(method, url.slice(apiRoot.length), response.statusCode))
    response.once('finish', record)
  })
}

function makeKey(db: Kysely<Database>): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { id: ownerId } = await findOrMakeOwner(trx, 'sdk-partner')
    await joinGalleries(trx, ownerId)
    const scopes = ['artworks:write', 'catalogue:write', 'events:write']
    return (await issueKey(trx, { ownerId, scopes, expiresAt: null })).key
  })
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '../../src/database/pool.ts'
import { startEmbeddedServer, type EmbeddedServer } from '../../src/database/embedded-server.ts'

/** A PostgreSQL that a test stops and starts, on a folder of its own. */
export interface OwnServer {
  readonly url: string
  /** Of the user `art`, which needs a password. */
  urlWith(password: string): string
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

const SETTINGS = ['fsync=off']

/** It runs. */
export async function makeServer(): Promise<OwnServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-own-'))
  const rules = path.join(folder, 'pg_hba.conf')
  await writeFile(rules, 'local all art scram-sha-256\nlocal all all trust\n')
  const open = (): Promise<EmbeddedServer> =>
    startEmbeddedServer(folder, [...SETTINGS, `hba_file=${rules}`])
  let server: EmbeddedServer | undefined = await open()
  const url = server.url()
  await makeUser(url)
  const stop = async (): Promise<void> => {
    await server?.release()
    server = undefined
  }
  return {
    url,
    urlWith: (password) => url.replace('postgres@', `art:${password}@`),
    start: async () => {
      server = await open()
    },
    stop,
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeUser(databaseUrl: string): Promise<void> {
  const db = connect({
    databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 0,
    onConnectionError: () => {},
  })
  await sql`CREATE USER art SUPERUSER PASSWORD 'Zq81-vienna'`.execute(db)
  await db.destroy()
}

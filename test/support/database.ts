import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type ClientOptions } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'

export interface TestDatabase {
  /** Set before the first test of the file. */
  db: Kysely<Database>
  url: string
}

/** Creates a migrated database for the test file that calls this at its top level. */
export function useDatabase(): TestDatabase {
  const test = {} as TestDatabase
  const name = `test_${randomUUID().replaceAll('-', '')}`
  beforeAll(async () => {
    // A copy by file costs a third of one through the write-ahead log.
    await administer(`CREATE DATABASE ${name} TEMPLATE template_migrated STRATEGY FILE_COPY`)
    test.url = databaseUrl(name)
    test.db = connect({ ...connectionTo(test.url), poolSize: 8 })
  })
  afterAll(async () => {
    await test.db.destroy()
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return test
}

/** Connection options of a service under test. */
export function connectionTo(url: string): ClientOptions {
  return { databaseUrl: url, statementTimeoutMs: 30_000, onConnectionError: () => {} }
}

/** A plain connection, without the settings of the service. */
export async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

function databaseUrl(name: string): string {
  return inject('testServerUrl').replace('/DATABASE?', `/${name}?`)
}

/** A template can be cloned by one session at a time; the others wait for the lock. */
async function administer(statement: string): Promise<void> {
  const client = await connectClient(databaseUrl('postgres'))
  try {
    await client.query('SELECT pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}

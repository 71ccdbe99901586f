import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { operations } from '../../src/operations.ts'
import type { SchemaState } from '../../src/operation-executor.ts'
import type { Database } from '../../src/database/tables.ts'
import { tryMigrationLock } from '../../src/database/migration-queries.ts'
import { startMigration, type SchemaMigration } from '../../src/server/schema-migration.ts'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
const schemas: SchemaMigration[] = []

afterEach(() => {
  for (const schema of schemas.splice(0)) schema.stop()
})

function start(databaseUrl: string, rejectsNewer = false) {
  const waits: unknown[] = []
  const onWait = (error: unknown) => waits.push(error)
  const schema = startMigration({ databaseUrl, isPooled: false, rejectsNewer, onWait })
  schemas.push(schema)
  return { schema, waits }
}

describe('startMigration', () => {
  it('is current on a migrated database', async () => {
    const { schema, waits } = start(test.url)
    expect(schema.state).toBe('waiting')
    await schema.settled
    expect(schema.state).toBe('current')
    expect(waits).toEqual([])
  })

  it('F14 retries while the server rejects connections, and reports the reason once', async () => {
    const { schema, waits } = start('postgresql://a@127.0.0.1:1/art')
    await expect.poll(() => waits).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })])
    await sleep(600)
    expect(schema.state).toBe('waiting')
    expect(waits).toHaveLength(1)
  })

  it('F14 stops when the process ends', async () => {
    const { schema, waits } = start('postgresql://a@127.0.0.1:1/art')
    await expect.poll(() => waits).toHaveLength(1)
    schema.stop()
    await expect(schema.settled).rejects.toThrow()
  })

  it('F14 waits while another process migrates, reports it once, and stops when the process ends', async () => {
    await test.db.transaction().execute(async (other) => {
      await tryMigrationLock<Database>(other, 0)
      const { schema, waits } = start(test.url)
      await expect.poll(() => waits).toEqual(['another process migrates the database'])
      // Further attempts report nothing.
      await sleep(300)
      schema.stop()
      await expect(schema.settled).rejects.toThrow(/aborted/)
      expect(waits).toHaveLength(1)
    })
  })

  it.each([
    ['a missing database', (url: string) => url.replace(/\/test_\w+\?/, '/nowhere?')],
    ['a missing role', (url: string) => url.replace('postgres@', 'nobody@')],
  ])('F13 does not retry for %s', async (_what, change) => {
    const { schema, waits } = start(change(test.url))
    await expect(schema.settled).rejects.toThrow(
      /^The server rejects DATABASE_URL: .*(nowhere|nobody)/,
    )
    expect(waits).toEqual([])
  })

  it('F13 does not retry for missing privileges', async () => {
    const role = `powerless_${randomUUID().replaceAll('-', '')}`
    await sql`CREATE ROLE ${sql.id(role)} LOGIN`.execute(test.db)
    const { schema } = start(test.url.replace('postgres@', `${role}@`))
    await expect(schema.settled).rejects.toThrow(
      /^The server rejects DATABASE_URL: permission denied for table .*without --no-owner/,
    )
    await sql`DROP ROLE ${sql.id(role)}`.execute(test.db)
  })

  describe('on a database with newer migrations', () => {
    const newer = sql`INSERT INTO schema_versions (name, hash, breaks_older, program)
      VALUES ('9999-newer', '', true, '9.0.0')`
    const older = sql`DELETE FROM schema_versions WHERE name = '9999-newer'`

    afterEach(() => older.execute(test.db))

    it('F15 is newer', async () => {
      await newer.execute(test.db)
      const { schema } = start(test.url)
      await schema.settled
      expect(schema.state).toBe('newer')
    })

    it('F15 rejects where that is not allowed, naming them', async () => {
      await newer.execute(test.db)
      const { schema } = start(test.url, true)
      await expect(schema.settled).rejects.toThrow(/does not know: 9999-newer\. Start the version/)
    })
  })
})

let app: FastifyInstance
const schema: { state: SchemaState; settled: Promise<unknown> } = {
  state: 'current',
  settled: Promise.resolve(),
}

beforeAll(async () => {
  app = await buildApp({
    operations,
    context: { db: test.db, urls: { public: PUBLIC_URL, media: MEDIA_URL } },
    connection: connectionTo(test.url),
    logLevel: 'silent',
    schema,
  })
  return () => app.close()
})

afterEach(() => {
  schema.state = 'current'
})

const venue = JSON.stringify({ name: 'Kunsthal', city: 'Aarhus', country: 'DK' })

async function create(authorization?: string) {
  return send(app, {
    method: 'POST',
    path: '/venues/',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: venue,
  })
}

describe('the migration gate before the migration', () => {
  it('F14 responds to lists and records with 503 and Retry-After', async () => {
    schema.state = 'waiting'
    for (const path of ['/events/', '/events/1/', '/artists/']) {
      const { status, headers } = await send(app, { path })
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
    }
  })

  it('F14 does not change responses that need no database', async () => {
    schema.state = 'waiting'
    const statusOf = async (sent: Parameters<typeof send>[1]) => (await send(app, sent)).status
    expect(await statusOf({ path: '/events/?limit=x' })).toBe(400)
    expect(await statusOf({ path: '/events/', method: 'DELETE' })).toBe(405)
    expect(await statusOf({ path: '/events/', method: 'OPTIONS' })).toBe(200)
    expect((await create()).status).toBe(401)
    expect((await create('Bearer nonsense')).status).toBe(401)
    const docs = await app.inject('/openapi/v1.json')
    expect(docs.statusCode).toBe(200)
  })

  it('F14 rejects writes until the schema is current', async () => {
    const { key } = await makeApiKey(test.db, { scopes: ['events:write'] })
    schema.state = 'waiting'
    expect((await create(`Bearer ${key}`)).status).toBe(503)
    schema.state = 'current'
    expect((await create(`Bearer ${key}`)).status).toBe(201)
  })
})

describe('the migration gate on a newer schema', () => {
  it('F15 reads and rejects writes', async () => {
    const { key } = await makeApiKey(test.db, { scopes: ['events:write'] })
    schema.state = 'newer'
    expect((await send(app, { path: '/events/' })).status).toBe(200)
    const { status, headers } = await create(`Bearer ${key}`)
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
  })
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isDatabaseRefusal, isDatabaseUnavailable } from '../../src/database/errors.ts'
import { connect } from '../../src/database/pool.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import { explain } from '../../src/server/lifecycle.ts'
import { startMigration } from '../../src/server/schema-migration.ts'
import { openPipelinedConnection } from '../../src/read-model/batching/pipelined-connection.ts'
import { eventBody, posting } from '../writes/event-requests.ts'
import { LIST_NAMES, LISTS, plainBodies, wholePage } from '../read-model/reference-responses.ts'
import { makeShownRows } from '../read-model/shown-rows.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from './pgbouncer.ts'
import { send, type Answer, type Sent } from '../support/send.ts'
import { openService } from './open-service.ts'

// Fewer connections than the services use, so that state left in a session reaches another client.
const CONNECTIONS = 3

const START = { rejectsNewer: false, onWait: (): void => {} }

/** What Amazon RDS Proxy sends (ErrorResponse: severity, SQLSTATE, message). */
const RDS_PROXY = errorResponse([
  'SFATAL',
  'C0A000',
  'MFeature not supported: RDS Proxy currently doesn’t support command-line options.',
])

function errorResponse(fields: readonly string[]): Buffer {
  const body = Buffer.from(`${fields.join('\0')}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const test = useDatabase()
const closers: (() => Promise<void>)[] = []
let pooler: PgBouncer
let apps: FastifyInstance[]

/** Retries 503: a busy machine exceeds the deadlines of the service. */
async function served(app: FastifyInstance, sent: Sent): Promise<Answer> {
  for (;;) {
    const response = await send(app, sent)
    if (response.status !== 503) return response
  }
}

/** The same for a write with an Idempotency-Key, whose first attempt may still be under way (409). */
async function written(app: FastifyInstance, sent: Sent): Promise<Answer> {
  for (;;) {
    const response = await served(app, sent)
    if (response.status !== 409) return response
  }
}

describe.skipIf(!hasPgBouncer)('F26 through PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    // Settings that the service must override.
    await sql`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET timezone = ''Asia/Tokyo''', current_database());
      EXECUTE format('ALTER DATABASE %I SET datestyle = ''SQL, DMY''', current_database());
      EXECUTE format('ALTER DATABASE %I SET standard_conforming_strings = off', current_database());
    END $$`.execute(test.db)
    await makeShownRows(test.db)
    pooler = await startPgBouncer(test.url, CONNECTIONS)
    const services = await Promise.all(
      [1, 2].map(() => openService({ databaseUrl: pooler.url, isPooled: true })),
    )
    apps = services.map(({ app }) => app)
    closers.push(...services.map(({ close }) => close))
  })
  afterAll(async () => {
    for (const close of closers) await close()
    await pooler?.stop()
  })

  it('a service without DATABASE_POOLER fails with the remedy, without a retry', async () => {
    const schema = startMigration({ ...START, databaseUrl: pooler.url, isPooled: false })
    await expect(schema.settled).rejects.toThrow('set DATABASE_POOLER=transaction')
  })

  it('a service behind a proxy that rejects the settings in its own words fails with the remedy', async () => {
    const proxy = createServer((socket) => socket.once('data', () => socket.end(RDS_PROXY)))
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const { port } = proxy.address() as AddressInfo
    const databaseUrl = `postgresql://art@127.0.0.1:${port}/art`
    const schema = startMigration({ ...START, databaseUrl, isPooled: false })
    await expect(schema.settled).rejects.toThrow('set DATABASE_POOLER=transaction')
    proxy.close()
  })

  it.each(['transaction', 'session'])(
    'settings of a session that its %s mode drops unseen are missed',
    async (mode) => {
      const dropping = 'ignore_startup_parameters = options'
      const silent = await startPgBouncer(test.url, CONNECTIONS, mode, dropping)
      const schema = startMigration({ ...START, databaseUrl: silent.url, isPooled: false })
      await expect(schema.settled).rejects.toThrow('set DATABASE_POOLER=transaction')
      const connection = connectionTo(silent.url)
      const db = connect({ ...connection, poolSize: 1 })
      // A pooler that is put before the database of a running service.
      const refused = await sql`SELECT 1`.execute(db).catch((error: unknown) => error)
      expect(isDatabaseUnavailable(refused) && isDatabaseRefusal(refused)).toBe(true)
      expect(explain(refused)).toContain('name the database itself')
      await expect(openPipelinedConnection(connection)).rejects.toThrow('drops the settings')
      await db.destroy()
      await silent.stop()
    },
  )

  it('a service behind its statement mode says where the reason is', async () => {
    const ofStatements = await startPgBouncer(test.url, CONNECTIONS, 'statement')
    const reasons: string[] = []
    const onWait = (reason: unknown): number => reasons.push(explain(reason))
    const schema = startMigration({
      ...START,
      databaseUrl: ofStatements.url,
      isPooled: true,
      onWait,
    })
    await expect.poll(() => reasons).toHaveLength(1)
    expect(reasons[0]).toMatch(/The log of PostgreSQL, or of the pooler before it, says why/)
    schema.stop()
    await expect(schema.settled).rejects.toThrow()
    await ofStatements.stop()
  })

  it('a service that starts before its database retries', async () => {
    const down = await startPgBouncer(test.url.replace('/test_', '/not_yet_'), CONNECTIONS)
    const reasons: unknown[] = []
    const onWait = (reason: unknown): number => reasons.push(reason)
    const schema = startMigration({ ...START, databaseUrl: down.url, isPooled: true, onWait })
    await expect.poll(() => reasons).toMatchObject([{ code: '08P01' }])
    schema.stop()
    await expect(schema.settled).rejects.toThrow()
    await down.stop()
  })

  it.each(LIST_NAMES)('%s are the same as without it, under concurrent requests', async (list) => {
    const plain = await plainBodies(test.db, list)
    const pages = Array.from({ length: 100 }, (_, at) => apps[at % 2] as FastifyInstance).map(
      async (app, at) => {
        const [id, record] = [...plain.records][at % plain.records.size] ?? []
        const path = at % 3 === 0 ? wholePage(list) : `${LISTS[list].path}${id}/`
        return {
          response: await served(app, { path }),
          expected: at % 3 === 0 ? plain.page : record,
        }
      },
    )
    for (const { response, expected } of await Promise.all(pages))
      expect(response.text).toBe(expected)
  })

  it('a write is read at once by every service, under concurrent writes', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const write = async (at: number): Promise<void> => {
      const title = `Written ${at}`
      const body = eventBody(id, { title, publish_status: 'published' })
      const made = await written(apps[at % 2] as FastifyInstance, posting(key, body, randomUUID()))
      expect(made.status).toBe(201)
      const path = `/events/${String(made.json()['id'])}/`
      const seen = await Promise.all(apps.map((app) => served(app, { path })))
      expect(seen.map((response) => response.json()['title'])).toEqual([title, title])
    }
    await Promise.all(Array.from({ length: 40 }, (_, at) => write(at)))
    const pages = await Promise.all(apps.map((app) => served(app, { path: wholePage('events') })))
    const { page } = await plainBodies(test.db, 'events')
    expect(pages.map(({ text }) => text)).toEqual([page, page])
  })

  it('concurrent copies of one POST create one event', async () => {
    const { key } = await makeApiKey(test.db)
    const { id } = await makeVenue(test.db)
    const post = posting(key, eventBody(id, { title: 'Once through a pooler' }), randomUUID())
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => served(apps[at % 2] as FastifyInstance, post)),
    )
    expect(responses.filter(({ status }) => status === 201)).not.toEqual([])
    for (const { status } of responses) expect([201, 409]).toContain(status)
    const again = await Promise.all(apps.map((app) => written(app, post)))
    const ids = [...responses, ...again].filter(({ status }) => status === 201)
    expect(new Set(ids.map((response) => response.json()['id'])).size).toBe(1)
    const { rows } = await sql`SELECT FROM events WHERE title = 'Once through a pooler'`.execute(
      test.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('a batch is a transaction of one snapshot, with its own settings and limits', async () => {
    const options = { ...connectionTo(pooler.url), isPooled: true, statementTimeoutMs: 1_234 }
    const connection = await openPipelinedConnection(options)
    const names = ['transaction_isolation', 'transaction_read_only', 'plan_cache_mode']
    const settings = [...names, 'enable_seqscan', 'statement_timeout'].map((name) => ({
      name,
      text: `SELECT current_setting('${name}')`,
      values: [],
    }))
    const values = await connection.send(settings)
    expect(values.flat(2)).toEqual(['repeatable read', 'on', 'force_generic_plan', 'off', '1234ms'])
    await connection.close()
  })

  it('no state is left in a session', async () => {
    await Promise.all(apps.map((app) => served(app, { path: wholePage('events') })))
    const seen = connect({ ...connectionTo(pooler.url), isPooled: true, poolSize: CONNECTIONS })
    const results = await Promise.all(
      Array.from({ length: 30 }, () =>
        sql<{ pid: number }>`
          SELECT pg_backend_pid() AS pid, pg_sleep(0.01)::text,
            current_setting('default_transaction_read_only') AS "isReadOnly",
            current_setting('default_transaction_isolation') AS isolation,
            current_setting('enable_seqscan') AS seqscan,
            current_setting('statement_timeout') AS timeout,
            (SELECT count(*) FROM pg_prepared_statements) AS statements,
            (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
              AND pid = pg_backend_pid()) AS locks`.execute(seen),
      ),
    )
    await seen.destroy()
    const rows = results.flatMap((result) => result.rows)
    expect(new Set(rows.map(({ pid }) => pid)).size).toBeGreaterThan(1)
    const plain = { isReadOnly: 'off', isolation: 'read committed', seqscan: 'on', timeout: '0' }
    for (const row of rows) expect(row).toMatchObject({ ...plain, statements: 0, locks: 0 })
  })

  it('a statement in a transaction times out, and its connection stays usable', async () => {
    const options = { ...connectionTo(pooler.url), isPooled: true, statementTimeoutMs: 100 }
    const db = connect({ ...options, poolSize: 1 })
    const sleeping = db.transaction().execute((trx) => sql`SELECT pg_sleep(5)`.execute(trx))
    await expect(sleeping).rejects.toMatchObject({ code: '57014' })
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }])
    await db.destroy()
  })

  it('processes that wait for a migration leave its connections to others', async () => {
    const holder = new pg.Client({ connectionString: test.url })
    await holder.connect()
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(3853314791062309107)')
    let ended = 0
    const waiting = Array.from({ length: 2 * CONNECTIONS }, () =>
      migrateAt(pooler.url, true).finally(() => (ended += 1)),
    )
    const db = connect({ ...connectionTo(pooler.url), isPooled: true, poolSize: 1 })
    try {
      for (let queries = 0; queries < 20; queries += 1) {
        await sql`SELECT 1`.execute(db)
        await sleep(20)
      }
      expect(ended, 'They wait for the end of the migration').toBe(0)
    } finally {
      await holder.end()
      await db.destroy()
    }
    expect((await Promise.all(waiting)).flat()).toEqual([])
  })

  it('several processes that start concurrently migrate once, beside one without a pooler', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const direct = inject('testServerUrl').replace('/DATABASE?', `/${name}?`)
    const administrator = new pg.Client({ connectionString: test.url })
    await administrator.connect()
    await administrator.query(`CREATE DATABASE ${name}`)
    const through = pooler.url.replace(/\/test_\w+\?/, `/${name}?`)
    const done = await Promise.all([
      ...Array.from({ length: 6 }, () => migrateAt(through, true)),
      migrateAt(direct),
    ])
    const names = done.flat()
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names).size).toBe(names.length)
    expect(done.filter((ran) => ran.length > 0)).toHaveLength(1)
    await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await administrator.end()
  })
})

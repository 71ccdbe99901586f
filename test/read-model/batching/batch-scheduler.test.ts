import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrateAt } from '../../../src/database/migrate.ts'
import type { Database } from '../../../src/database/tables.ts'
import { toLatin1 } from '../../../src/response-body.ts'
import { SNAPSHOT_PROBE } from '../../../src/changes/change-log-queries.ts'
import { LocalState } from '../../../src/read-model/local-state.ts'
import { Batch } from '../../../src/read-model/batching/pipelined-connection.ts'
import { fragmentKey, type FragmentKey } from '../../../src/read-model/documents/fragment-cache.ts'
import type { BatchScheduler } from '../../../src/read-model/batching/batch-scheduler.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../../faults/database-proxy.ts'
import { connectClient, useDatabase } from '../../support/database.ts'
import { countLockWaits } from '../../support/lock-waits.ts'
import { sendUnvalidated } from '../../support/send.ts'
import { plainBodies, wholePage } from '../reference-responses.ts'
import { revalidated, schedulerAt, serviceAt, type OpenService } from '../services.ts'
import { makeShownRows } from '../shown-rows.ts'

const test = useDatabase()
const opened: OpenService[] = []
const crashes: unknown[] = []
const recordCrash = (error: unknown): unknown => crashes.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', recordCrash)
  await makeShownRows(test.db)
})
afterEach(() => expect(crashes).toEqual([]))
afterAll(async () => {
  for (const { close } of opened) await close()
  process.off('unhandledRejection', recordCrash)
})

async function open(url = test.url): Promise<OpenService['app']> {
  const service = await serviceAt(url)
  opened.push(service)
  return service.app
}

const PATH = wholePage('artworks')
const rename = (title: string) => sql`UPDATE artworks SET title = ${title}`.execute(test.db)

/** Ends all connections of services, as a restart of the server does. */
async function terminateConnections(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db)
  return rows.length
}

describe('concurrent requests', () => {
  it('share a few batches', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const app = await open()
    await sendUnvalidated(app, { path: PATH })
    sent.mockClear()
    const responses = await Promise.all(
      // Each differs, so the response cache has none of them.
      Array.from({ length: 160 }, (_, offset) =>
        sendUnvalidated(app, { path: `/events/?limit=7&offset=${offset}` }),
      ),
    )
    const batches = sent.mock.calls.filter(([query]) => (query as unknown) instanceof Batch).length
    sent.mockRestore()
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(batches).toBeGreaterThan(0)
    expect(batches).toBeLessThan(40)
  })
})

describe('a terminated connection', () => {
  it('fails waiting requests with 503; later requests are served and current', async () => {
    const app = await open()
    await sendUnvalidated(app, { path: PATH })
    const failed = await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE artwork_documents IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const waiting = Array.from({ length: 5 }, (_, offset) =>
        sendUnvalidated(app, { path: `/marketplace-artworks/?limit=3&offset=${offset}` }),
      )
      await expect.poll(() => countLockWaits(trx)).toBeGreaterThan(0)
      expect(await terminateConnections(trx)).toBeGreaterThan(0)
      return await Promise.all(waiting.slice(0, 1))
    })
    expect(failed.map(({ status }) => status)).toEqual([503])
    expect(failed[0]?.headers['retry-after']).toMatch(/^\d+$/)
    const { page } = await plainBodies(test.db, 'artworks')
    expect((await sendUnvalidated(app, { path: PATH })).text).toBe(page)
  })

  it('while idle hides no concurrent change', async () => {
    const app = await open()
    for (let time = 0; time < 5; time += 1) {
      await sendUnvalidated(app, { path: PATH })
      expect(await terminateConnections(test.db)).toBeGreaterThan(0)
      await rename(`Cut ${time}`)
      // Each of its connections may have to fail once.
      await expect
        .poll(async () => (await sendUnvalidated(app, { path: PATH })).status, { interval: 5 })
        .toBe(200)
      expect((await sendUnvalidated(app, { path: PATH })).text).toContain(`Cut ${time}`)
    }
  })

  it.each([
    ['without fragments', []] as const,
    ['with fragments', [fragmentKey('gallery', 1), fragmentKey('venue', 1)]] as const,
  ])('fails a batch %s at any moment, without a crash', async (_, keys) => {
    const proxy = await startDatabaseProxy(test.url)
    const state = new LocalState()
    const scheduler = schedulerAt(proxy.url, state)
    const outcomes = new Set<string>()
    for (const cutAfterBytes of [0, 1, 10, 30, 60, 100, 300, 1_000, 100_000]) {
      await enqueued(scheduler, [])
      state.fragments.clear()
      proxy.suffer({ cutAfterBytes })
      const outcome = enqueued(scheduler, keys).then(
        () => 'served',
        () => 'failed',
      )
      outcomes.add(await outcome)
      proxy.suffer()
      proxy.reset()
      // The first attempt fails if the lost connection has not been noticed.
      await enqueued(scheduler, keys).catch(() => enqueued(scheduler, keys))
      for (const key of keys) expect(state.fragments.has(key)).toBe(true)
    }
    expect(outcomes).toEqual(new Set(['served', 'failed']))
    await scheduler.close()
    await proxy.close()
  })
})

describe('a stale fragment', () => {
  it('is loaded again by the batch after its change-log entry, before a page needs it', async () => {
    const state = new LocalState()
    const scheduler = schedulerAt(test.url, state)
    const key = fragmentKey('gallery', 1)
    await enqueued(scheduler, [key])
    await sql`UPDATE galleries SET name = 'Changed since' WHERE id = 1`.execute(test.db)
    await enqueued(scheduler, [])
    expect(state.fragments.has(key)).toBe(false)
    await enqueued(scheduler, [])
    expect(state.fragments.find(key, 0, key.length)).toContain('Changed since')
    await scheduler.close()
  })
})

describe('a revalidation', () => {
  it('reads the change log after a change, and only a snapshot probe otherwise', async () => {
    const state = new LocalState()
    const scheduler = schedulerAt(test.url, state)
    const version = async (): Promise<number> => {
      await revalidated(scheduler)
      return state.version
    }
    const first = await version()
    await expect
      .poll(async () => [await version(), await lastStatement()])
      .toEqual([first, 'probe'])
    await rename('Changed')
    expect(await version()).toBeGreaterThan(first)
    expect(await lastStatement()).toBe('change log')
    await scheduler.close()
  })
})

async function lastStatement(): Promise<'probe' | 'change log' | undefined> {
  const { rows } = await sql<{ query: string }>`SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_current_snapshot()::text%'
      AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1`.execute(test.db)
  const [last] = rows
  return last && (last.query === SNAPSHOT_PROBE.text ? 'probe' : 'change log')
}

/** Resolves after the batch that loads these fragments. */
function enqueued(scheduler: BatchScheduler, fragments: readonly FragmentKey[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = { records: 0, orders: [], fragments, statements: () => [] }
    scheduler.enqueue({ ...read, accept: () => resolve(), reject })
  })
}

/** Resolves when all transactions up to this one have ended. The change log is not pruned before. */
async function untilEnded(xid: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ isPast: boolean }>`
          SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${xid}::xid8 AS "isPast"`.execute(
        test.db,
      )
      return rows[0]?.isPast
    })
    .toBe(true)
}

describe('change-log entries that are pruned before a process has read them', () => {
  it('make the process discard its local state', async () => {
    const apps = [await open(), await open()]
    for (const app of [...apps, ...apps]) await sendUnvalidated(app, { path: PATH })
    for (let time = 0; time < 3; time += 1) {
      const { rows } = await sql<{ xid: string }>`UPDATE galleries SET city = ${`Moved ${time}`}
        RETURNING pg_current_xact_id()::text AS xid`.execute(test.db)
      const xid = rows[0]?.xid
      await untilEnded(`${xid}`)
      await test.db.transaction().execute(async (trx) => {
        await sql`DELETE FROM change_log WHERE subject = 'gallery'`.execute(trx)
        await sql`UPDATE change_log_pruned SET through = ${xid}::xid8`.execute(trx)
      })
      const { page } = await plainBodies(test.db, 'artworks')
      expect(page).toContain(`Moved ${time}`)
      for (const app of apps) expect((await sendUnvalidated(app, { path: PATH })).text).toBe(page)
    }
  })
})

describe('a reconnect', () => {
  const name = `reconnect_${randomUUID().replaceAll('-', '')}`
  const url = (): string => test.url.replace(/\/test_\w+\?/, `/${name}?`)
  const state = new LocalState()
  let proxy: DatabaseProxy
  let scheduler: BatchScheduler

  const createDatabase = async (): Promise<void> => {
    await sql`CREATE DATABASE ${sql.id(name)}`.execute(test.db)
    await migrateAt(url())
  }
  const dropDatabase = () => sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`.execute(test.db)
  /** The first attempt fails if the lost connection has not been noticed. */
  const read = () => enqueued(scheduler, []).catch(() => enqueued(scheduler, []))

  beforeAll(async () => {
    await createDatabase()
    proxy = await startDatabaseProxy(url())
    scheduler = schedulerAt(proxy.url, state)
    return async () => {
      await scheduler.close()
      await proxy.close()
      await dropDatabase()
    }
  })
  beforeEach(async () => {
    await read()
    for (const key of ['g1', 't1'] as const) state.fragments.set(key, toLatin1('a text'))
    proxy.reset()
  })

  it('keeps the local state, without what has changed meanwhile', async () => {
    const client = await connectClient(url())
    await client.query(`SELECT record_change('tag', '{1}')`)
    await client.end()
    await read()
    expect([state.fragments.has('g1'), state.fragments.has('t1')]).toEqual([true, false])
  })

  it('discards the local state of another database with the same name', async () => {
    await dropDatabase()
    await createDatabase()
    await read()
    expect(state.fragments.has('g1')).toBe(false)
  })
})

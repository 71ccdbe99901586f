import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseBusy, isLockBusy, isTooMuchWork } from '../../src/database/errors.ts'
import { hostsOf } from '../../src/database/hosts.ts'
import {
  connect,
  connectOver,
  createPool,
  reportLost,
  type ConnectOptions,
  type ServicePool,
} from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { openPipelinedConnection } from '../../src/read-model/batching/pipelined-connection.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../faults/database-proxy.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

describe('connect', () => {
  it('returns times and dates as text, in UTC, and counts as numbers', async () => {
    const { rows } = await sql`
      SELECT '2024-05-07T11:30:00.000001+02'::timestamptz AS at, '2024-05-07'::date AS day,
        count(*) AS count, 1.10::numeric AS amount, now()::text AS now`.execute(test.db)
    expect(rows[0]).toMatchObject({
      at: '2024-05-07 09:30:00.000001+00',
      day: '2024-05-07',
      count: 1,
      amount: '1.10',
      now: expect.stringMatching(/\+00$/),
    })
  })

  it('overrides session settings of the URL that change results, and no others', async () => {
    const settings =
      '-c timezone=Asia/Tokyo -c datestyle=SQL,DMY -c extra_float_digits=0 ' +
      '-c standard_conforming_strings=off -c array_nulls=off -c transform_null_equals=on'
    const db = connect({
      databaseUrl: `${test.url}&options=${encodeURIComponent(`${settings} -c work_mem=5MB`)}`,
      poolSize: 1,
      statementTimeoutMs: 0,
      onConnectionError: () => {},
    })
    const { rows } = await sql`
      SELECT '2024-05-07T11:30:00+02'::timestamptz AS at, 0.1::float8 * 3 AS size,
        '${sql.raw('\\')}t' AS text, ${['a', null]}::text[] AS words, NULL = NULL AS equal,
        current_setting('work_mem') AS memory`.execute(db)
    expect(rows).toEqual([
      {
        at: '2024-05-07 09:30:00+00',
        size: 0.1 * 3,
        text: '\\t',
        words: ['a', null],
        equal: null,
        memory: '5MB',
      },
    ])
    await db.destroy()
  })
})

describe('the wait for a row', () => {
  it.each(['lock_timeout', 'statement_timeout'])(
    'is reported as such after the %s',
    async (limit) => {
      await sql`INSERT INTO tags (name) VALUES (gen_random_uuid()::text)`.execute(test.db)
      const change = sql`UPDATE tags SET name = name || '!'`
      const holder = await test.db.startTransaction().execute()
      await change.execute(holder)
      const waiting = test.db.transaction().execute(async (trx) => {
        await sql`SET LOCAL lock_timeout = 0`.execute(trx)
        await sql`SET LOCAL ${sql.raw(limit)} = 50`.execute(trx)
        await change.execute(trx)
      })
      const error: unknown = await waiting.catch((each: unknown) => each)
      await holder.rollback().execute()
      expect([isLockBusy(error), isTooMuchWork(error)]).toEqual([true, false])
    },
  )

  it('is no cause of another timeout', async () => {
    const slow = test.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = 50`.execute(trx)
      await sql`SELECT pg_sleep(60)`.execute(trx)
    })
    const error: unknown = await slow.catch((each: unknown) => each)
    expect(error).toMatchObject({ code: '57014' })
    expect([isLockBusy(error), isTooMuchWork(error)]).toEqual([false, true])
  })
})

describe('the idle connections of a pool', () => {
  let proxy: DatabaseProxy
  let pool: ServicePool
  let db: Kysely<Database>
  let timeouts: number
  let options: ConnectOptions

  beforeEach(async () => {
    proxy = await startDatabaseProxy(test.url)
    timeouts = 0
    options = {
      databaseUrl: proxy.url,
      poolSize: 3,
      statementTimeoutMs: 1_000,
      connectTimeoutMs: 30_000,
      onConnectionError: () => {},
      onServerLost: () => {
        timeouts += 1
        pool.dropIdle()
      },
    }
    pool = createPool(options)
    db = connectOver(pool, options)
  })
  afterEach(async () => {
    await db.destroy()
    await proxy.close()
  })

  const one = () => sql`SELECT 1`.execute(db)

  /** Opens three connections and leaves them idle. */
  async function fill(): Promise<void> {
    await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.02)`.execute(db)))
    expect(pool.idleCount).toBe(3)
  }

  it('cost only one query its timeout after the server has lost them', async () => {
    await fill()
    proxy.forget()
    await expect(one()).rejects.toThrow('Query read timeout')
    // Each end reaches the pool a moment later.
    await expect.poll(() => pool.totalCount, { interval: 5 }).toBe(0)
    await Promise.all([1, 2, 3].map(one))
    expect(timeouts).toBe(1)
  })

  it('are dropped when a batch or a pipelined connection times out', async () => {
    const connection = await openPipelinedConnection(options)
    await fill()
    proxy.suffer({ isSilent: true })
    const query = [{ name: 'one', text: 'SELECT 1', values: [] }]
    await expect(connection.send(query)).rejects.toThrow('Query read timeout')
    await expect.poll(() => pool.totalCount).toBe(0)
    const silent = openPipelinedConnection({ ...options, connectTimeoutMs: 100 })
    await expect(silent).rejects.toThrow('timeout expired')
    expect(timeouts).toBe(2)
    await connection.close()
  })

  it('stay when a query has an error of its own', async () => {
    await fill()
    await expect(sql`SELECT 1 / 0`.execute(db)).rejects.toThrow('division by zero')
    expect([timeouts, pool.totalCount]).toEqual([0, 3])
  })

  it('are dropped without those in use', async () => {
    const used = await pool.connect()
    options.onServerLost?.()
    expect((await used.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    used.release()
  })
})

describe('a pool whose URL has several hosts', () => {
  let proxy: DatabaseProxy
  let url: string
  let pool: ServicePool

  /** The same server twice: each search for the primary opens two connections. */
  async function open(options: Pick<ConnectOptions, 'poolSize' | 'connectTimeoutMs'>) {
    proxy = await startDatabaseProxy(test.url)
    const address = new URL(proxy.url).host
    url = proxy.url.replace(address, `${address},${address}`)
    const limits = { statementTimeoutMs: 30_000, maxWaitingPerConnection: 2 }
    pool = createPool({ databaseUrl: url, ...limits, ...options, onConnectionError: () => {} })
  }
  afterEach(async () => {
    await pool.end()
    await proxy.close()
  })

  const use = async (): Promise<void> => (await pool.connect()).release()

  it('does not search after a wait for a connection, nor for an idle one', async () => {
    await open({ poolSize: 1, connectTimeoutMs: 1_000 })
    const used = await pool.connect()
    const before = proxy.connections()
    await expect(use()).rejects.toThrow('timeout exceeded when trying to connect')
    const next = use()
    used.release()
    await next
    hostsOf(url)?.forget()
    await use()
    expect(proxy.connections()).toBe(before)
  })

  it('searches again once the server is lost', async () => {
    await open({ poolSize: 1 })
    await use()
    const before = proxy.connections()
    reportLost({ databaseUrl: url, statementTimeoutMs: 30_000, onConnectionError: () => {} })
    await hostsOf(url)?.withPrimary(async () => {})
    expect(proxy.connections() - before).toBe(2)
  })

  it('rejects at once when the search has filled the queue', async () => {
    await open({ poolSize: 2, connectTimeoutMs: 30_000 })
    const results = await Promise.allSettled(Array.from({ length: 40 }, use))
    const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(errors).toEqual(Array.from({ length: 40 - 2 - 2 * 2 }, () => new DatabaseBusy()))
  })

  const withCode = (code: string) => Object.assign(new Error(code), { code })

  it.each([
    [new DatabaseBusy(), 0],
    [withCode('53300'), 0],
    [new Error('Connection terminated due to connection timeout'), 2],
    [new Error('timeout expired'), 2],
    [withCode('ECONNREFUSED'), 2],
    [withCode('57P03'), 2],
  ])('searches again after %s if the server may be lost', async (failure, searching) => {
    await open({ poolSize: 1 })
    await use()
    const before = proxy.connections()
    let isFirst = true
    const connecting = async (): Promise<void> => {
      if (!isFirst) return
      isFirst = false
      throw failure
    }
    await Promise.allSettled([hostsOf(url)?.withPrimary(connecting)])
    await hostsOf(url)?.withPrimary(connecting)
    expect(proxy.connections() - before).toBe(searching)
  })
})

import { sql, type Kysely } from 'kysely'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDatabaseProxy, type DatabaseProxy } from '../faults/database-proxy.ts'
import {
  connectClient,
  connectOver,
  createPool,
  type ConnectOptions,
} from '../../src/database/pool.ts'
import { isDatabaseDown, isDatabaseUnavailable } from '../../src/database/errors.ts'
import type { Database } from '../../src/database/tables.ts'
import { explain } from '../../src/server/lifecycle.ts'
import { useDatabase } from '../support/database.ts'
import { withoutTimers } from '../support/without-timers.ts'

/** A message of a type that PostgreSQL does not have. */
const UNREADABLE = Buffer.from([0xad, 0, 0, 0, 4])
/** AuthenticationGSS. */
const GSSAPI = Buffer.from('R\0\0\0\x08\0\0\0\x07')
/** AuthenticationSASL. */
const SASL = Buffer.from('R\0\0\0\x0f\0\0\0\x0aOTHER\0\0')

const test = useDatabase()
let proxy: DatabaseProxy
let closers: (() => Promise<void>)[]
let broken: Error[]
/** Of all connections. */
let streams: Duplex[]
const crashes: unknown[] = []
const recordCrash = (error: unknown): unknown => crashes.push(error)

beforeEach(async () => {
  process.on('uncaughtExceptionMonitor', recordCrash)
  proxy = await startDatabaseProxy(test.url)
  broken = []
  streams = []
  closers = [() => proxy.close()]
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
  process.off('uncaughtExceptionMonitor', recordCrash)
  expect(crashes).toEqual([])
})

/** A pool of one connection, so that the next query would get the failed one. */
function open(options: Partial<ConnectOptions> = {}): Kysely<Database> {
  const all = {
    databaseUrl: proxy.url,
    poolSize: 1,
    statementTimeoutMs: 500,
    connectTimeoutMs: 30_000,
    onConnectionError: (error: Error) => broken.push(error),
    ...options,
  }
  const pool = createPool(all)
  pool.on('connect', (client) => {
    streams.push((client as unknown as { connection: { stream: Duplex } }).connection.stream)
  })
  const db = connectOver(pool, all)
  closers.push(() => db.destroy())
  return db
}

async function backend(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/** Waits until the backend runs pg_sleep. */
async function untilSleeping(pid: number): Promise<void> {
  const isActive = async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE pid = ${pid} AND wait_event = 'PgSleep'`.execute(test.db)
    return rows.length
  }
  await expect.poll(isActive, { interval: 5 }).toBe(1)
}

const terminate = (pid: number) => sql`SELECT pg_terminate_backend(${pid})`.execute(test.db)

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe('a query without a response', () => {
  it('times out and ends its connection, and the next query gets a new one', async () => {
    const db = open()
    const first = await backend(db)
    proxy.suffer({ isSilent: true })
    const error = await failure(sql`SELECT 1`.execute(db))
    expect(error).toMatchObject({ message: 'Query read timeout' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    proxy.forget()
    expect(await backend(db)).not.toBe(first)
  })

  it('fails its transaction with the timeout, without waiting for the ROLLBACK', async () => {
    const db = open()
    const error = await failure(
      db.transaction().execute(async (trx) => {
        await backend(trx)
        proxy.suffer({ isSilent: true })
        const sent = sql`SELECT 1`.execute(trx)
        await nextTurn()
        // No time passes for later queries.
        vi.useFakeTimers({ toFake: ['setTimeout'] })
        await sent
      }),
    )
    vi.useRealTimers()
    expect(error).toMatchObject({ message: 'Query read timeout' })
    proxy.forget()
    expect(await backend(db)).toBeGreaterThan(0)
  })

  it('fails all later queries of its connection at once', async () => {
    const db = open()
    await db.connection().execute(async (connection) => {
      proxy.suffer({ isSilent: true })
      await failure(sql`SELECT 1`.execute(connection))
      proxy.suffer()
      const error = await withoutTimers(() => failure(sql`SELECT 2`.execute(connection)))
      expect(error).toMatchObject({ message: 'Query read timeout' })
    })
  })
})

describe('a connection', () => {
  it.each<[string, string]>([
    ['invalid value', `SELECT 'x'::int`],
    ['F10 statement_timeout', 'SELECT pg_sleep(5)'],
    ['F10 lock_timeout', `SET lock_timeout = 10; LOCK TABLE tags`],
  ])('is used again after an error of PostgreSQL: %s', async (_, statement) => {
    const db = open()
    const first = await backend(db)
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE tags IN SHARE MODE`.execute(trx)
      const error = await failure(sql.raw(statement).execute(db))
      expect(error).toMatchObject({ code: expect.stringMatching(/^(22P02|57014|55P03)$/) })
    })
    expect(await backend(db)).toBe(first)
  })

  it('F11 is not used again when the database has become read-only', async () => {
    const db = open()
    const first = await backend(db)
    const readOnly = db.transaction().execute(async (trx) => {
      await sql`SET TRANSACTION READ ONLY`.execute(trx)
      await sql`DELETE FROM tags`.execute(trx)
    })
    await expect(readOnly).rejects.toMatchObject({ code: '25006' })
    expect(await backend(db)).not.toBe(first)
    await sql`DELETE FROM tags`.execute(db)
  })

  it('is not used again after a message that no PostgreSQL sends', async () => {
    const db = open({ statementTimeoutMs: 0 })
    const first = await backend(db)
    // PostgreSQL would close the connection after it.
    const sleeping = failure(sql`SELECT pg_sleep(600)`.execute(db))
    await untilSleeping(first)
    streams[0]?.emit('data', UNREADABLE)
    const error = await sleeping
    expect(error).toMatchObject({ message: 'received invalid response: ad' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await backend(db)).not.toBe(first)
    await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual([true, false])
    await terminate(first)
  })

  it.each([
    ['speaks another protocol', UNREADABLE, '', 'received invalid response'],
    ['asks for GSSAPI', GSSAPI, '', 'Let pg_hba.conf ask for'],
    ['asks for an unknown mechanism of SASL', SASL, '', 'Only mechanism'],
    ['has TLS no more', 'N', 'require', 'Turn TLS on'],
    ['breaks TLS off', 'SNO TLS', 'require', ''],
    ['is checked with a file that is missing', 'N', 'verify-full&sslrootcert=/none', 'ENOENT'],
  ])('is closed when its server %s, and means that it is down', async (...row) => {
    const [, message, sslmode, text] = row
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket)).on('error', () => {})
      socket.once('data', () => socket.write(message))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(async () => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const [databaseUrl, ofTwo] = [host, `${host},${host}`].map(
      (hosts) => `postgresql://a@${hosts}/a?sslmode=${sslmode || 'disable'}`,
    ) as [string, string]
    const options = { databaseUrl, statementTimeoutMs: 500, onConnectionError: () => {} }
    const errors = await Promise.all([
      failure(backend(open({ databaseUrl }))),
      failure(backend(open({ databaseUrl: ofTwo }))),
      failure(connectClient(options, [])),
    ])
    expect(errors.map(isDatabaseDown)).toEqual([true, true, true])
    expect(explain(errors[0])).toContain(text)
    await expect.poll(() => sockets.size).toBe(0)
  })

  it('F10 whose transaction idles too long fails it, and crashes nothing', async () => {
    const db = open()
    const idle = db.transaction().execute(async (trx) => {
      await backend(trx)
      await expect.poll(() => broken.length, { interval: 10 }).toBeGreaterThan(0)
      await sql`SELECT 1`.execute(trx)
    })
    await expect(idle).rejects.toMatchObject({ code: '25P03' })
    expect(await backend(db)).toBeGreaterThan(0)
  })
})

describe('F4 a terminated backend', () => {
  it('while idle is replaced', async () => {
    const db = open()
    await terminate(await backend(db))
    await expect.poll(() => broken.length).toBeGreaterThan(0)
    expect(await backend(db)).toBeGreaterThan(0)
  })

  it('during a query fails that query', async () => {
    const db = open({ statementTimeoutMs: 5_000 })
    const pid = await backend(db)
    const sleeping = failure(sql`SELECT pg_sleep(5)`.execute(db))
    await untilSleeping(pid)
    await terminate(pid)
    const error = await sleeping
    expect(error).toMatchObject({ code: '57P01' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await backend(db)).not.toBe(pid)
  })

  it('between two statements fails the transaction, with its own error', async () => {
    const db = open({ statementTimeoutMs: 5_000 })
    const cut = async (trx: Kysely<Database>): Promise<void> => {
      await terminate(await backend(trx))
      await expect.poll(() => broken.length).toBeGreaterThan(0)
    }
    const continuing = db.transaction().execute(async (trx) => {
      await cut(trx)
      await sql`SELECT 1`.execute(trx)
    })
    await expect(continuing).rejects.toMatchObject({ code: '57P01' })
    const abandoning = db.transaction().execute(async (trx) => {
      broken = []
      await cut(trx)
      throw new Error('For another reason')
    })
    await expect(abandoning).rejects.toThrow('For another reason')
    expect(await backend(db)).toBeGreaterThan(0)
  })
})

describe('F7 a pool whose connections are all in use', () => {
  /** Takes the only connection. @returns a function that releases it. */
  async function hold(db: Kysely<Database>): Promise<() => Promise<void>> {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let held = released
    await new Promise<void>((resolve) => {
      held = db.connection().execute(() => {
        resolve()
        return released
      })
    })
    return () => {
      release()
      return held
    }
  }

  it('limits the wait for one by the connect timeout', async () => {
    const db = open({ statementTimeoutMs: 5_000, connectTimeoutMs: 1_000 })
    const release = await hold(db)
    const error = await failure(sql`SELECT 1`.execute(db))
    expect(isDatabaseUnavailable(error)).toBe(true)
    await release()
    expect(await backend(db)).toBeGreaterThan(0)
  })

  it('rejects at once when the queue is full', async () => {
    const db = open({ statementTimeoutMs: 5_000, maxWaitingPerConnection: 2 })
    const release = await hold(db)
    const waiting = [1, 2].map(() => sql`SELECT 1`.execute(db))
    const error = await withoutTimers(() => failure(sql`SELECT 1`.execute(db)))
    expect(error).toMatchObject({ name: 'DatabaseBusy' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    await Promise.all([release(), ...waiting])
    expect(await backend(db)).toBeGreaterThan(0)
  })
})

it('F10 an unlimited connection has no limit of its role', async () => {
  await sql
    .raw(`DO $$ BEGIN EXECUTE format(
    'ALTER DATABASE %I SET statement_timeout = ''2s''', current_database()); END $$`)
    .execute(test.db)
  const db = open({ statementTimeoutMs: 0 })
  const { rows } = await sql<object>`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db)
  expect(rows).toEqual([{ statement: '0', lock: '0', idle: '0' }])
})

describe('F9 a server at its connection limit', () => {
  it('is unavailable, and is used again later', async () => {
    const role = `narrow_${process.pid}_${Date.now()}`
    await sql.raw(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`).execute(test.db)
    closers.unshift(async () => {
      await sql.raw(`DROP ROLE ${role}`).execute(test.db)
    })
    const db = open({ databaseUrl: proxy.url.replace('postgres@', `${role}@`) })
    const error = await failure(sql`SELECT 1`.execute(db))
    expect(error).toMatchObject({ code: '53300' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    await sql.raw(`ALTER ROLE ${role} CONNECTION LIMIT 5`).execute(test.db)
    expect(await backend(db)).toBeGreaterThan(0)
  })
})

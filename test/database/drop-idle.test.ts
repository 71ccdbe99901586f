import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { startDatabaseProxy, type DatabaseProxy } from '../faults/database-proxy.ts'
import { connectOver, createPool, type ConnectOptions } from '../../src/database/pool.ts'
import { idleConnectionDropper } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { openPipelinedConnection } from '../../src/read-model/batching/pipelined-connection.ts'
import { useDatabase } from '../support/database.ts'

const STATEMENT_MS = 1_000
const CONNECT_MS = 30_000

const test = useDatabase()
let proxy: DatabaseProxy
let pool: pg.Pool
let db: Kysely<Database>
let silences: number
let options: ConnectOptions

beforeEach(async () => {
  proxy = await startDatabaseProxy(test.url)
  silences = 0
  let dropIdle = (): void => {}
  options = {
    databaseUrl: proxy.url,
    poolSize: 3,
    statementTimeoutMs: STATEMENT_MS,
    connectTimeoutMs: CONNECT_MS,
    onConnectionError: () => {},
    onSilence: () => {
      silences += 1
      dropIdle()
    },
  }
  pool = createPool(options)
  dropIdle = idleConnectionDropper(pool)
  db = connectOver(pool, options)
})
afterEach(async () => {
  await db.destroy()
  await proxy.close()
})

const one = () => sql`SELECT 1`.execute(db)

/** Has three connections made and left idle. */
async function fill(): Promise<void> {
  await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.02)`.execute(db)))
  expect(pool.idleCount).toBe(3)
}

describe('idle connections that their server has forgotten', () => {
  it('cost one query its time, and no other', async () => {
    await fill()
    proxy.forget()
    await expect(one()).rejects.toThrow('Query read timeout')
    // The pool hears of the end of each in a moment.
    await expect.poll(() => pool.totalCount, { interval: 5 }).toBe(0)
    await Promise.all([1, 2, 3].map(one))
    expect(silences).toBe(1)
  })

  it('are dropped as well when a round is not answered, or cannot be begun', async () => {
    const connection = await openPipelinedConnection(options)
    await fill()
    proxy.suffer({ isSilent: true })
    const ask = [{ name: 'one', text: 'SELECT 1', values: [] }]
    await expect(connection.send(ask)).rejects.toThrow('Query read timeout')
    await expect.poll(() => pool.totalCount).toBe(0)
    const unheard = openPipelinedConnection({ ...options, connectTimeoutMs: 100 })
    await expect(unheard).rejects.toThrow('timeout expired')
    expect(silences).toBe(2)
    await connection.close()
  })

  it('are kept when a query fails for reasons of its own', async () => {
    await fill()
    await expect(sql`SELECT 1 / 0`.execute(db)).rejects.toThrow('division by zero')
    expect([silences, pool.totalCount]).toEqual([0, 3])
  })
})

describe('a connection in use', () => {
  it('is left to who uses it, whatever others find', async () => {
    const used = await pool.connect()
    options.onSilence?.()
    expect((await used.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    used.release()
  })
})

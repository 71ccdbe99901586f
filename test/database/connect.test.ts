import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

const open = (statementTimeoutMs: number, onConnectionError: (error: Error) => void = () => {}) =>
  connect({ databaseUrl: test.url, poolSize: 1, statementTimeoutMs, onConnectionError })

describe('connect', () => {
  it('gives times and dates as text, in UTC, and counts as numbers', async () => {
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

  it('reads the same whatever the URL has set for the session', async () => {
    const settings = '-c timezone=Asia/Tokyo -c datestyle=SQL,DMY -c extra_float_digits=0'
    const db = connect({
      databaseUrl: `${test.url}&options=${encodeURIComponent(`${settings} -c work_mem=5MB`)}`,
      poolSize: 1,
      statementTimeoutMs: 0,
      onConnectionError: () => {},
    })
    const { rows } = await sql`
      SELECT '2024-05-07T11:30:00+02'::timestamptz AS at, 0.1::float8 * 3 AS size,
        current_setting('work_mem') AS memory`.execute(db)
    expect(rows).toEqual([{ at: '2024-05-07 09:30:00+00', size: 0.1 * 3, memory: '5MB' }])
    await db.destroy()
  })

  it('ends a statement that runs longer than it may', async () => {
    const db = open(500)
    await expect(sql`SELECT pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    await db.destroy()
  })

  it('F4 survives a backend that dies between two statements of a transaction', async () => {
    const errors: Error[] = []
    const db = open(5_000, (error) => errors.push(error))
    const broken = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(
        transaction,
      )
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(test.db)
      await expect.poll(() => errors.length).toBeGreaterThan(0)
      await sql`SELECT 1`.execute(transaction)
    })
    await expect(broken).rejects.toThrow()
    const { rows } = await sql`SELECT 1 AS one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
    await db.destroy()
  })
})

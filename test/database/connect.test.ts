import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/database/connect.ts'
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

  it('ends a statement that runs longer than it may', async () => {
    const db = open(50)
    await expect(sql`SELECT pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    await db.destroy()
  })

  it('survives a backend that dies between two statements of a transaction', async () => {
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

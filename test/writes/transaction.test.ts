import { sql, type Transaction } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isDatabaseUnavailable } from '../../src/database/errors.ts'
import type { Database } from '../../src/database/tables.ts'
import { writeOnce, type ReplayableResponse } from '../../src/writes/transaction.ts'
import { useDatabase } from '../support/database.ts'
import { makeTag } from '../support/make-tag.ts'

const test = useDatabase()

const RESPONSE: ReplayableResponse = { status: 201, headers: {}, body: '{}' }

const countTags = async (name: string): Promise<number> =>
  (await test.db.selectFrom('tags').select('id').where('name', '=', name).execute()).length

/** Raises an error with this SQLSTATE. */
const raise = (trx: Transaction<Database>, code: string) =>
  sql`DO ${sql.lit(`BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${code}'; END`)}`.execute(trx)

/** A write that fails so many times with this SQLSTATE before it succeeds. */
function failing(times: number, code: string, name: string) {
  let runs = 0
  const write = async (trx: Transaction<Database>): Promise<ReplayableResponse> => {
    runs += 1
    await makeTag(trx, { name })
    if (runs <= times) await raise(trx, code)
    return RESPONSE
  }
  return { write, runs: () => runs }
}

describe('D9 a transaction that PostgreSQL rolls back because of another', () => {
  it('is repeated: of two in a deadlock, both succeed', async () => {
    const [one, other] = [await makeTag(test.db), await makeTag(test.db)]
    let runs = 0
    let locked = 0
    const bothLocked = Promise.withResolvers<void>()
    const inOrder = (ids: readonly number[]) =>
      writeOnce(test.db, undefined, async (trx) => {
        runs += 1
        await sql`SET LOCAL deadlock_timeout = '20ms'`.execute(trx)
        for (const id of ids) {
          await sql`UPDATE tags SET name = name || '!' WHERE id = ${id}`.execute(trx)
          // Each has its first row before either tries the other's.
          locked += 1
          if (locked === 2) bothLocked.resolve()
          await bothLocked.promise
        }
        return RESPONSE
      })
    await Promise.all([inOrder([one.id, other.id]), inOrder([other.id, one.id])])
    expect(runs).toBeGreaterThan(2)
    expect([await countTags(`${one.name}!!`), await countTags(`${other.name}!!`)]).toEqual([1, 1])
  })

  it.each(['40001', '40P01'])('with %s is repeated three times at most', async (code) => {
    const thrice = failing(3, code, `Thrice ${code}`)
    expect(await writeOnce(test.db, undefined, thrice.write)).toBe(RESPONSE)
    expect([thrice.runs(), await countTags(`Thrice ${code}`)]).toEqual([4, 1])
    const always = failing(Infinity, code, `Always ${code}`)
    const error: unknown = await writeOnce(test.db, undefined, always.write).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code })
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect([always.runs(), await countTags(`Always ${code}`)]).toEqual([4, 0])
  })
})

describe('a transaction', () => {
  it.each(['23505', '40003', '53100', '57014'])(
    'that fails with %s is not repeated',
    async (code) => {
      const { write, runs } = failing(1, code, `Once ${code}`)
      await expect(writeOnce(test.db, undefined, write)).rejects.toMatchObject({ code })
      expect(runs()).toBe(1)
    },
  )

  it('whose request has timed out writes nothing, and is not repeated', async () => {
    const isOver = () => true
    const late = writeOnce(test.db, undefined, failing(0, '', 'Late').write, isOver)
    await expect(late).rejects.toThrow('timed out before its transaction ended')
    expect(await countTags('Late')).toBe(0)
    const { write, runs } = failing(1, '40001', 'Late')
    await expect(writeOnce(test.db, undefined, write, isOver)).rejects.toMatchObject({
      code: '40001',
    })
    expect(runs()).toBe(1)
  })
})

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { makeEvent } from '../../support/make-event.ts'

// If-Match is compared with updated_at, so no two states of an event may share one.

const test = useDatabase()

async function updatedAt(id: number, set: string): Promise<[string, string]> {
  const row = test.db.selectFrom('events').select('updated_at').where('id', '=', id)
  const before = await row.executeTakeFirstOrThrow()
  await sql.raw(`UPDATE events SET ${set} WHERE id = ${id}`).execute(test.db)
  const after = await row.executeTakeFirstOrThrow()
  return [before.updated_at, after.updated_at]
}

describe('updated_at of an event', () => {
  it.each([
    ['a change that does not name it', `title = 'Changed'`],
    ['a change that sets it back', `updated_at = '2000-01-01T00:00:00Z'`],
    ['a change that sets it to itself', 'updated_at = updated_at'],
  ])('increases with %s', async (_, set) => {
    const { id } = await makeEvent(test.db)
    const [before, after] = await updatedAt(id, set)
    expect(after > before).toBe(true)
    expect(after > '2026').toBe(true)
  })

  it('increases from a time in the future', async () => {
    const { id } = await makeEvent(test.db, { updated_at: '2090-01-01T00:00:00Z' })
    const [, after] = await updatedAt(id, `title = 'Changed'`)
    expect(after).toBe('2090-01-01 00:00:00.000001+00')
  })

  it('takes a later time from an import', async () => {
    const { id } = await makeEvent(test.db, { updated_at: '2020-01-01T00:00:00Z' })
    const [, after] = await updatedAt(id, `updated_at = '2021-01-01T00:00:00Z'`)
    expect(after).toBe('2021-01-01 00:00:00+00')
  })
})

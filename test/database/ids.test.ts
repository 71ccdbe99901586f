import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { allocateIds, skipIds } from '../../src/database/ids.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

it('never gives an id twice, or one that a row has by name', async () => {
  await skipIds(test.db, 'tags', 1)
  const given = await allocateIds(test.db, 'tags', 1)
  expect(given).toEqual([2])
  for (let round = 0; round < 300; round += 1) {
    const { rows } = await sql<{
      last: string
    }>`SELECT last_value AS last FROM tags_id_seq`.execute(test.db)
    const last = Number(rows[0]?.last)
    const named = last + [1, 40, 5_000][round % 3]!
    const draws = Array.from({ length: 4 }, () => allocateIds(test.db, 'tags', 30))
    const [, ...drawn] = await Promise.all([skipIds(test.db, 'tags', named), ...draws])
    const [next = 0] = await allocateIds(test.db, 'tags', 1)
    expect(next).toBeGreaterThan(named)
    given.push(...drawn.flat(), next)
  }
  expect(new Set(given).size).toBe(given.length)
})

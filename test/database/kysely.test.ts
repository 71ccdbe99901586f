import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anyOf, inSnapshot, timestampText } from '../../src/database/kysely.ts'
import { useDatabase } from '../support/database.ts'
import { makeColor } from '../support/make-images.ts'
import { makeTag } from '../support/make-tag.ts'

const test = useDatabase()

describe('inSnapshot', () => {
  it('sees one snapshot, despite concurrent commits', async () => {
    const counts = await inSnapshot(test.db, async (snapshot) => {
      const before = await snapshot.selectFrom('tags').selectAll().execute()
      await makeTag(test.db)
      const after = await snapshot.selectFrom('tags').selectAll().execute()
      return [before.length, after.length]
    })
    expect(counts).toEqual([0, 0])
  })

  it('cannot write', async () => {
    const written = inSnapshot(test.db, (snapshot) => sql`DELETE FROM tags`.execute(snapshot))
    await expect(written).rejects.toMatchObject({ code: '25006' })
  })
})

it('anyOf finds the rows of any number of ids, including none', async () => {
  for (const red of [1, 2, 3]) await makeColor(test.db, { red, green: 0, blue: 0 })
  const find = (ids: number[]) =>
    test.db.selectFrom('colors').select('id').where('id', '=', anyOf(ids)).orderBy('id').execute()
  expect(await find([3, 1, 99])).toEqual([{ id: 1 }, { id: 3 }])
  expect(await find([])).toEqual([])
})

describe('timestampText', () => {
  it.each([
    ['2024-05-07 09:30:00.123456+00', '2024-05-07T09:30:00.123456Z'],
    ['2024-05-07 09:30:00.5+00', '2024-05-07T09:30:00.500000Z'],
    ['2024-05-07 09:30:00+00', '2024-05-07T09:30:00Z'],
    ['2024-05-07T09:30:00.000001+00:00', '2024-05-07T09:30:00.000001Z'],
  ])('formats %s as %s', (raw, text) => {
    expect(timestampText(raw)).toBe(text)
  })

  it.each(['2024-05-07 11:30:00+02', 'infinity', '12024-05-07 09:30:00+00'])(
    'rejects %s',
    (raw) => {
      expect(() => timestampText(raw)).toThrow(raw)
    },
  )
})

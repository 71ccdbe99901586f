import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  anyOf,
  inSnapshot,
  selectRows,
  timestampText,
  type DatabaseReader,
} from '../../src/database/kysely.ts'
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

  const WRITES: Readonly<Record<string, (snapshot: DatabaseReader) => Promise<unknown>>> = {
    // @ts-expect-error: it does not compile, either
    'a DELETE': (snapshot) => snapshot.deleteFrom('tags').execute(),
    // @ts-expect-error: it does not compile, either
    'a raw statement': (snapshot) => sql`DELETE FROM tags`.execute(snapshot),
    'a function': (snapshot) => selectRows(snapshot)`SELECT nextval('tags_id_seq')`,
  }
  it.each(Object.entries(WRITES))('cannot write by %s', async (_name, write) => {
    await expect(inSnapshot(test.db, write)).rejects.toMatchObject({ code: '25006' })
  })
})

describe('selectRows', () => {
  it('returns the rows in their order', async () => {
    const rows = await selectRows(test.db)<{ place: number }>`
      SELECT * FROM unnest(${[2, 3, 1]}::integer[]) AS place ORDER BY place DESC`
    expect(rows).toEqual([{ place: 3 }, { place: 2 }, { place: 1 }])
  })

  it.each([
    [sql`DELETE FROM tags RETURNING id`, '42601'],
    [sql`WITH gone AS (DELETE FROM tags RETURNING id) SELECT * FROM gone`, '0A000'],
  ])('runs no statement that writes', async (statement, code) => {
    await expect(selectRows(test.db)`${statement}`).rejects.toMatchObject({ code })
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

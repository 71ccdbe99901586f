import { expect, it } from 'vitest'
import { anyOf } from '../../src/database/kysely.ts'
import { useDatabase } from '../support/database.ts'
import { makeColor } from '../support/make-images.ts'

const test = useDatabase()

it('anyOf finds the rows of any number of ids, none included', async () => {
  for (const red of [1, 2, 3]) await makeColor(test.db, { red, green: 0, blue: 0 })
  const find = (ids: number[]) =>
    test.db.selectFrom('colors').select('id').where('id', '=', anyOf(ids)).orderBy('id').execute()
  expect(await find([3, 1, 99])).toEqual([{ id: 1 }, { id: 3 }])
  expect(await find([])).toEqual([])
})

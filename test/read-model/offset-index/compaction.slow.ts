import { beforeAll, expect, it } from 'vitest'
import { compact } from '../../../src/read-model/offset-index/compaction.ts'
import { checkOffsetIndex, isConsistent } from '../../../src/read-model/offset-index/check.ts'
import { useDatabase } from '../../support/database.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { addArtworks } from './random-writes.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

const test = useDatabase()
const SORT_ORDERS_OF_ARTWORKS = 9

beforeAll(() => makeArtwork(test.db))

it('compact splits a very long segment in several transactions', async () => {
  await test.db.transaction().execute(addArtworks(38_000, true))
  const outcomes = []
  for (let last = ''; last !== 'done'; outcomes.push(last))
    last = await compact(test.db, 'artworks')
  expect(outcomes.length).toBeGreaterThan(SORT_ORDERS_OF_ARTWORKS + 1)
  const report = await checkOffsetIndex(test.db, DOCUMENTS)
  expect(report).toSatisfy(isConsistent)
  const sortOrder = report.sortOrders.find(({ name }) => name === 'artworks.order_date')
  expect(sortOrder).toMatchObject({ longest: 128 })
})

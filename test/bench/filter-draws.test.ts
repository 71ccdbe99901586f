import { describe, expect, it } from 'vitest'
import { randomSource } from '../../scripts/demo/random.ts'
import { parametersOf } from '../../src/contract/parameters.ts'
import { listOperation } from './collection.ts'
import { drawFilter, filterNames, type FilterIds } from './filter-draws.ts'

const TABLE_IDS = [1, 2, 3]
const IDS: FilterIds = {
  related: {
    artists: TABLE_IDS,
    tags: TABLE_IDS,
    galleries: TABLE_IDS,
    artwork_categories: TABLE_IDS,
    venues: TABLE_IDS,
    event_categories: TABLE_IDS,
  },
  records: { artworks: Int32Array.from(TABLE_IDS), events: Int32Array.from(TABLE_IDS) },
}

const CASES = (['artworks', 'events'] as const).flatMap((list) =>
  filterNames(list).map((name) => ({ list, name })),
)

describe('the bench', () => {
  it.each(CASES)('draws the filter $name of $list with several values', ({ list, name }) => {
    const parameters = parametersOf(listOperation(list), 'query')
    const drawn = Array.from({ length: 50 }, (_, n) =>
      drawFilter(list, name, randomSource(name)(n), IDS),
    )
    for (const query of drawn) {
      expect(Object.keys(query)).toContain(name)
      expect(Object.keys(query).filter((each) => !parameters.has(each))).toEqual([])
    }
    expect(new Set(drawn.map((query) => query[name])).size).toBeGreaterThan(1)
  })
})

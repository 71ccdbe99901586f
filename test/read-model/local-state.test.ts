import { describe, expect, it } from 'vitest'
import { toLatin1 } from '../../src/response-body.ts'
import type { Change, ChangeLogSlice } from '../../src/changes/change-log-queries.ts'
import { LocalState } from '../../src/read-model/local-state.ts'
import {
  digestIn,
  textOf,
  type CachedFragment,
} from '../../src/read-model/documents/fragment-cache.ts'
import { SORT_ORDERS, type SortOrder } from '../../src/read-model/sort-orders.ts'
import { OffsetIndex } from '../../src/read-model/offset-index/offset-index.ts'

const PRICES = SORT_ORDERS.find(({ name }) => name === 'artworks.price') as SortOrder
const TITLES = SORT_ORDERS.find(({ name }) => name === 'artworks.title') as SortOrder

const slice = (
  changes: readonly Partial<Change>[],
  given: Partial<ChangeLogSlice> = {},
): ChangeLogSlice => ({
  snapshot: { xmin: 10n, xmax: '10', running: [] },
  server: 'this',
  isContinuous: true,
  removedThrough: 9n,
  changes: changes.map((change) => ({
    xid: '10',
    subject: 'artworks',
    ids: null,
    segments: null,
    deltas: null,
    ...change,
  })),
  ...given,
})

const KEYS = ['g1', 'g2', 'o1', 'o2', 't1'] as const

/** Local state with five fragments and two offset indexes, as of xmin 10. */
function filledState(): LocalState {
  const state = new LocalState()
  state.apply(slice([]))
  for (const key of KEYS) state.fragments.set(key, toLatin1(key))
  state.setOffsetIndex(PRICES, new OffsetIndex([{ no: 1, key: '0', id: 0, rows: 5 }]))
  state.setOffsetIndex(TITLES, new OffsetIndex([{ no: 2, key: '', id: 0, rows: 5 }]))
  return state
}

const contents = (state: LocalState) => ({
  fragments: KEYS.filter((key) => state.fragments.has(key)),
  rows: [PRICES, TITLES].map((order) => state.offsetIndex(order)?.length),
})

describe('local state', () => {
  it.each<[string, ChangeLogSlice, { fragments?: readonly string[]; rows?: readonly unknown[] }]>([
    ['no change', slice([]), {}],
    ['a record', slice([{}]), {}],
    ['a tag', slice([{ subject: 'tag', ids: ['1'] }]), { fragments: KEYS.slice(0, 4) }],
    ['another tag', slice([{ subject: 'tag', ids: ['11'] }]), {}],
    ['all tags', slice([{ subject: 'tag' }]), { fragments: KEYS.slice(0, 4) }],
    ['a gallery', slice([{ subject: 'gallery', ids: ['1'] }]), { fragments: ['g2', 'o2', 't1'] }],
    ['all galleries', slice([{ subject: 'gallery' }]), { fragments: ['t1'] }],
    [
      'inserted and deleted rows',
      slice([{ segments: [1, 2, 3], deltas: [2, -5, 9] }]),
      { rows: [7, 0] },
    ],
    [
      'split segments',
      slice([{ subject: 'segments', ids: ['artworks.price'] }]),
      { rows: [undefined, 5] },
    ],
    [
      'pruned changes, one of which it has not applied',
      slice([], { removedThrough: 10n }),
      { fragments: [], rows: [undefined, undefined] },
    ],
    [
      'no change, on another server',
      slice([], { server: 'another' }),
      { fragments: [], rows: [undefined, undefined] },
    ],
    [
      'a snapshot without the changes before it',
      slice([], { isContinuous: false }),
      { fragments: [], rows: [undefined, undefined] },
    ],
  ])('keeps what is still valid after %s', (_, applied, rest) => {
    const state = filledState()
    const { version } = state
    state.apply(applied)
    expect(contents(state)).toEqual({ fragments: [...KEYS], rows: [5, 5], ...rest })
    const isDiscarded =
      applied.server !== 'this' || applied.removedThrough >= 10n || !applied.isContinuous
    const hasChanged = applied.changes.length > 0 || isDiscarded
    expect(state.version > version).toBe(hasChanged)
  })

  it('lists each stale fragment once, up to a limit', () => {
    const state = filledState()
    state.apply(
      slice([
        { subject: 'gallery', ids: ['1', '3'] },
        { subject: 'tag', ids: ['1'] },
      ]),
    )
    expect(state.takeStale(2)).toEqual(['g1', 'o1'])
    expect(state.takeStale(2)).toEqual(['t1'])
    expect(state.takeStale(2)).toEqual([])
  })

  it('lists no stale fragment that has been loaded again, or was discarded', () => {
    const state = filledState()
    state.apply(slice([{ subject: 'gallery', ids: ['1'] }]))
    state.fragments.set('o1', toLatin1('newer'))
    expect(state.takeStale(9)).toEqual(['g1'])
    state.apply(slice([{ subject: 'gallery', ids: ['2'] }]))
    state.invalidate()
    expect(state.takeStale(9)).toEqual([])
  })

  it('reports changed records once, or that any may have changed', () => {
    const reported: [string, readonly string[] | null][] = []
    const state = new LocalState((list, ids) => reported.push([list, ids]))
    state.apply(slice([{ ids: ['1'] }], { isContinuous: false }))
    expect(reported).toEqual([])
    const changes = [
      { ids: ['7', '8'] },
      { subject: 'events', ids: ['3'] },
      {},
      { subject: 'tag', ids: ['4'] },
    ]
    const seen = { snapshot: { xmin: 11n, xmax: '11', running: [] } }
    state.apply(slice(changes, seen))
    state.apply(slice(changes, seen))
    expect(reported).toEqual([
      ['artworks', ['7', '8']],
      ['events', ['3']],
      ['artworks', null],
      ['tag', ['4']],
    ])
  })

  it('applies each change once, however often it is read', () => {
    const state = filledState()
    const first = { xid: '11', segments: [1], deltas: [2] }
    const second = { xid: '10', segments: [2], deltas: [-3] }
    const third = { xid: '12', segments: [1], deltas: [4] }
    const running = { xmin: 10n, xmax: '12', running: ['10'] }
    state.apply(slice([first], { snapshot: running }))
    expect(contents(state).rows).toEqual([7, 5])
    const { version } = state
    state.fragments.set('t1', toLatin1('newer'))
    state.apply(slice([first, { xid: '11', subject: 'tag' }], { snapshot: running }))
    expect(contents(state)).toEqual({ fragments: KEYS, rows: [7, 5] })
    expect(state.version).toBe(version)
    state.apply(slice([first, second, third], { snapshot: { xmin: 13n, xmax: '13', running: [] } }))
    expect(contents(state).rows).toEqual([11, 2])
    expect(state.version).toBeGreaterThan(version)
  })

  it('has no content and no snapshot after it is discarded', () => {
    const state = filledState()
    const { version } = state
    state.invalidate()
    expect(contents(state)).toEqual({ fragments: [], rows: [undefined, undefined] })
    expect(state.changes.position).toBeUndefined()
    expect(state.version).toBeGreaterThan(version)
  })

  it('has another digest for another text of a fragment', () => {
    const state = filledState()
    const found = () => state.fragments.find('t1', 0, 2) as CachedFragment
    const before = digestIn(found())
    state.fragments.set('t1', toLatin1('other'))
    expect(textOf(found())).toBe('other')
    expect(digestIn(found())).not.toBe(before)
  })
})

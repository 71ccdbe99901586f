import { describe, expect, it } from 'vitest'
import { toLatin1 } from '../../../src/response-body.ts'
import {
  changesSince,
  probedSnapshot,
  changeLogSlice,
  sees,
  type Change,
  type ChangeLogSlice,
} from '../../../src/read-model/change-log/change-log-queries.ts'
import { LocalState } from '../../../src/read-model/change-log/local-state.ts'
import {
  digestIn,
  textOf,
  type CachedFragment,
} from '../../../src/read-model/documents/fragment-cache.ts'
import { SORT_ORDERS, type SortOrder } from '../../../src/read-model/sort-orders.ts'
import { OffsetIndex } from '../../../src/read-model/offset-index/offset-index.ts'

describe('changeLogSlice', () => {
  it.each([
    ['10:10:', { xmin: 10n, xmax: '10', running: [] }],
    ['10:20:10', { xmin: 10n, xmax: '20', running: ['10'] }],
    [
      '18446744073709551600:18446744073709551610:18446744073709551600,18446744073709551605',
      {
        xmin: 18446744073709551600n,
        xmax: '18446744073709551610',
        running: ['18446744073709551600', '18446744073709551605'],
      },
    ],
  ])('reads the snapshot %s', (text, snapshot) => {
    const slice = { snapshot, server: 'this', removedThrough: 0n, changes: [] }
    expect(changeLogSlice([[text, 'this', '0', null]], undefined)).toEqual({
      ...slice,
      isContinuous: false,
    })
    expect(changeLogSlice([[text, 'this', '0', null]], snapshot)).toEqual({
      ...slice,
      isContinuous: true,
    })
  })

  it('reads the changes of the change log', () => {
    const change = { xid: '10', subject: 'tag', ids: ['3'], segments: null, deltas: null }
    const slice = changeLogSlice(
      [['10:10:', 'this', '18446744073709551600', JSON.stringify([change])]],
      undefined,
    )
    expect(slice).toMatchObject({ removedThrough: 18446744073709551600n, changes: [change] })
  })
})

describe('changesSince', () => {
  it('selects the transactions that had not begun, and those that ran', () => {
    const snapshot = { xmin: 10n, xmax: '20', running: ['10', '12'] }
    expect(changesSince(snapshot).values).toEqual(['20', '{10,12}'])
  })
})

describe('the snapshot of a replica', () => {
  const change = (xid: string) => ({
    xid,
    subject: 'tag',
    ids: null,
    segments: null,
    deltas: null,
  })
  const rows = (snapshot: string, changes: readonly string[]) => [
    [snapshot, 'this', '0', JSON.stringify(changes.map(change)), null],
  ]
  const { snapshot: first } = changeLogSlice(
    [['10:20:', 'this', '0', null, '["10","15"]']],
    undefined,
  )

  it('lists at first the ended transactions among those that may still run', () => {
    expect(first.ended).toEqual(new Set(['10', '15']))
    const seen = ['9', '10', '11', '15', '19', '20'].filter((xid) => sees(first, xid))
    expect(seen).toEqual(['9', '10', '15'])
  })

  it('selects all transactions since the oldest that may still run, except those that had ended', () => {
    expect(changesSince(first).values).toEqual(['10', '{10,15}'])
  })

  it('adds transactions that have ended since, and drops those before xmin', () => {
    const { snapshot } = changeLogSlice(rows('12:30:', ['11', '13', '29']), first)
    expect(snapshot.ended).toEqual(new Set(['15', '13', '29']))
    expect(changeLogSlice(rows('30:30:', []), snapshot).snapshot.ended).toEqual(new Set())
  })

  it('applies each change once, in any order of commits', () => {
    const applied: string[] = []
    const state = new LocalState((list, ids) => applied.push(`${list} ${ids?.join()}`))
    const changed = (xid: string) => ({ ...change(xid), subject: 'artworks', ids: [xid] })
    const next = (text: string, xids: readonly string[], since = state.snapshot): ChangeLogSlice =>
      changeLogSlice([[text, 'this', '0', JSON.stringify(xids.map(changed)), null]], since)
    state.apply(changeLogSlice([['10:20:', 'this', '0', null, '[]']], undefined))
    const before = state.snapshot
    state.apply(next('10:20:', ['15']))
    // Selected before that was applied, as by batches that run at the same time.
    state.apply(next('10:20:', ['15', '12'], before))
    state.apply(next('20:20:', ['10']))
    expect(applied).toEqual(['artworks 15', 'artworks 12', 'artworks 10'])
  })
})

describe('a snapshot', () => {
  it.each([
    ['9', true],
    ['10', false],
    ['11', true],
    ['99', true],
    ['100', false],
    ['101', false],
  ])('of xmax 100 with 10 running sees %s: %s', (xid, isSeen) => {
    expect(sees({ xmin: 10n, xmax: '100', running: ['10'] }, xid)).toBe(isSeen)
  })
})

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

  it.each([
    ['the same', '10:10:', 'this', true],
    ['one in which another transaction is the oldest', '9:10:', 'this', true],
    ['one that sees more', '10:11:', 'this', false],
    ['one that does not see a transaction', '9:10:9', 'this', false],
    ["another server's", '10:10:', 'another', false],
  ])('is current for a probed snapshot or not: %s', (_, snapshot, server, isCurrent) => {
    expect(filledState().isCurrent(probedSnapshot([[snapshot, server]]))).toBe(isCurrent)
  })

  it('is never current for a probe on a replica, or before its first change-log slice', () => {
    const probe = probedSnapshot([['10:10:', 'this']])
    const replicated = new LocalState()
    expect(replicated.isCurrent(probe)).toBe(false)
    replicated.apply(changeLogSlice([['10:10:', 'this', '0', null, '[]']], undefined))
    expect(replicated.isCurrent(probe)).toBe(false)
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
    const reported: [string, readonly number[] | undefined][] = []
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
      ['artworks', [7, 8]],
      ['events', [3]],
      ['artworks', undefined],
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
    expect(state.snapshot).toBeUndefined()
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

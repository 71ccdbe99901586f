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

describe('newsOf', () => {
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
    const told = { snapshot, server: 'this', removedThrough: 0n, changes: [] }
    expect(changeLogSlice([[text, 'this', '0', null]], undefined)).toEqual({
      ...told,
      isContinuous: false,
    })
    expect(changeLogSlice([[text, 'this', '0', null]], snapshot)).toEqual({
      ...told,
      isContinuous: true,
    })
  })

  it('reads changes as they were noted', () => {
    const change = { xid: '10', subject: 'tag', ids: ['3'], segments: null, deltas: null }
    const news = changeLogSlice(
      [['10:10:', 'this', '18446744073709551600', JSON.stringify([change])]],
      undefined,
    )
    expect(news).toMatchObject({ removedThrough: 18446744073709551600n, changes: [change] })
  })
})

describe('changesSince', () => {
  it('asks for transactions that had not begun, and those that ran', () => {
    const snapshot = { xmin: 10n, xmax: '20', running: ['10', '12'] }
    expect(changesSince(snapshot).values).toEqual(['20', '{10,12}'])
  })
})

describe('a replica', () => {
  const change = (xid: string) => ({
    xid,
    subject: 'tag',
    ids: null,
    segments: null,
    deltas: null,
  })
  const told = (snapshot: string, changes: readonly string[]) => [
    [snapshot, 'this', '0', JSON.stringify(changes.map(change)), null],
  ]
  const { snapshot: first } = changeLogSlice(
    [['10:20:', 'this', '0', null, '["10","15"]']],
    undefined,
  )

  it('tells at first which had ended of those that may still run', () => {
    expect(first.ended).toEqual(new Set(['10', '15']))
    const seen = ['9', '10', '11', '15', '19', '20'].filter((xid) => sees(first, xid))
    expect(seen).toEqual(['9', '10', '15'])
  })

  it('is asked for all since the oldest that may still run, but those that had ended', () => {
    expect(changesSince(first).values).toEqual(['10', '{10,15}'])
  })

  it('adds those that have ended since, and leaves out what is past', () => {
    const { snapshot } = changeLogSlice(told('12:30:', ['11', '13', '29']), first)
    expect(snapshot.ended).toEqual(new Set(['15', '13', '29']))
    expect(changeLogSlice(told('30:30:', []), snapshot).snapshot.ended).toEqual(new Set())
  })

  it('is learnt from once, whatever order transactions end in', () => {
    const learnt: string[] = []
    const memory = new LocalState((list, ids) => learnt.push(`${list} ${ids?.join()}`))
    const changed = (xid: string) => ({ ...change(xid), subject: 'artworks', ids: [xid] })
    const next = (text: string, xids: readonly string[], since = memory.snapshot): ChangeLogSlice =>
      changeLogSlice([[text, 'this', '0', JSON.stringify(xids.map(changed)), null]], since)
    memory.apply(changeLogSlice([['10:20:', 'this', '0', null, '[]']], undefined))
    const before = memory.snapshot
    memory.apply(next('10:20:', ['15']))
    // Asked before that was learnt, as rounds are that are under way together.
    memory.apply(next('10:20:', ['15', '12'], before))
    memory.apply(next('20:20:', ['10']))
    expect(learnt).toEqual(['artworks 15', 'artworks 12', 'artworks 10'])
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
  ])('from before 100 with 10 running sees %s: %s', (xid, isSeen) => {
    expect(sees({ xmin: 10n, xmax: '100', running: ['10'] }, xid)).toBe(isSeen)
  })
})

const PRICES = SORT_ORDERS.find(({ name }) => name === 'artworks.price') as SortOrder
const TITLES = SORT_ORDERS.find(({ name }) => name === 'artworks.title') as SortOrder

const news = (
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

const NAMES = ['g1', 'g2', 'o1', 'o2', 't1'] as const

/** A memory that knows five parts and two tracks, as of the transactions before the tenth. */
function filled(): LocalState {
  const memory = new LocalState()
  memory.apply(news([]))
  for (const name of NAMES) memory.fragments.set(name, toLatin1(name))
  memory.setOffsetIndex(PRICES, new OffsetIndex([{ no: 1, key: '0', id: 0, rows: 5 }]))
  memory.setOffsetIndex(TITLES, new OffsetIndex([{ no: 2, key: '', id: 0, rows: 5 }]))
  return memory
}

const known = (memory: LocalState) => ({
  parts: NAMES.filter((name) => memory.fragments.has(name)),
  rows: [PRICES, TITLES].map((name) => memory.offsetIndex(name)?.length),
})

describe('a memory', () => {
  it.each<[string, ChangeLogSlice, { parts?: readonly string[]; rows?: readonly unknown[] }]>([
    ['no news', news([]), {}],
    ['a record', news([{}]), {}],
    ['a tag', news([{ subject: 'tag', ids: ['1'] }]), { parts: NAMES.slice(0, 4) }],
    ['another tag', news([{ subject: 'tag', ids: ['11'] }]), {}],
    ['all tags', news([{ subject: 'tag' }]), { parts: NAMES.slice(0, 4) }],
    ['a gallery', news([{ subject: 'gallery', ids: ['1'] }]), { parts: ['g2', 'o2', 't1'] }],
    ['all galleries', news([{ subject: 'gallery' }]), { parts: ['t1'] }],
    [
      'rows that came and went',
      news([{ segments: [1, 2, 3], deltas: [2, -5, 9] }]),
      { rows: [7, 0] },
    ],
    [
      'stretches that were divided',
      news([{ subject: 'segments', ids: ['artworks.price'] }]),
      { rows: [undefined, 5] },
    ],
    [
      'changes that are gone, one of which it has not seen',
      news([], { removedThrough: 10n }),
      { parts: [], rows: [undefined, undefined] },
    ],
    [
      'no news, by another server than before',
      news([], { server: 'another' }),
      { parts: [], rows: [undefined, undefined] },
    ],
    [
      'a snapshot alone, and of nothing before it',
      news([], { isContinuous: false }),
      { parts: [], rows: [undefined, undefined] },
    ],
  ])('that is told of %s knows what still holds', (_, told, rest) => {
    const memory = filled()
    const { version } = memory
    memory.apply(told)
    expect(known(memory)).toEqual({ parts: [...NAMES], rows: [5, 5], ...rest })
    const isUnknown = told.server !== 'this' || told.removedThrough >= 10n || !told.isContinuous
    const hasChanged = told.changes.length > 0 || isUnknown
    expect(memory.version > version).toBe(hasChanged)
  })

  it.each([
    ['the same', '10:10:', 'this', true],
    ['one in which another transaction is the oldest', '9:10:', 'this', true],
    ['one that sees more', '10:11:', 'this', false],
    ['one that does not see a transaction', '9:10:9', 'this', false],
    ["another server's", '10:10:', 'another', false],
  ])('is of a moment when it is %s', (_, snapshot, server, isOf) => {
    expect(filled().isCurrent(probedSnapshot([[snapshot, server]]))).toBe(isOf)
  })

  it('is of no moment that it cannot tell: of a replica, or before it has learnt anything', () => {
    const moment = probedSnapshot([['10:10:', 'this']])
    const replicated = new LocalState()
    expect(replicated.isCurrent(moment)).toBe(false)
    replicated.apply(changeLogSlice([['10:10:', 'this', '0', null, '[]']], undefined))
    expect(replicated.isCurrent(moment)).toBe(false)
  })

  it('tells once which parts were here and have changed, some at a time', () => {
    const memory = filled()
    memory.apply(
      news([
        { subject: 'gallery', ids: ['1', '3'] },
        { subject: 'tag', ids: ['1'] },
      ]),
    )
    expect(memory.takeStale(2)).toEqual(['g1', 'o1'])
    expect(memory.takeStale(2)).toEqual(['t1'])
    expect(memory.takeStale(2)).toEqual([])
  })

  it('tells of no changed part that has been read since, or has been forgotten', () => {
    const memory = filled()
    memory.apply(news([{ subject: 'gallery', ids: ['1'] }]))
    memory.fragments.set('o1', toLatin1('newer'))
    expect(memory.takeStale(9)).toEqual(['g1'])
    memory.apply(news([{ subject: 'gallery', ids: ['2'] }]))
    memory.invalidate()
    expect(memory.takeStale(9)).toEqual([])
  })

  it('tells which records have changed, or that any may have, once', () => {
    const told: [string, readonly number[] | undefined][] = []
    const memory = new LocalState((list, ids) => told.push([list, ids]))
    memory.apply(news([{ ids: ['1'] }], { isContinuous: false }))
    expect(told).toEqual([])
    const changes = [
      { ids: ['7', '8'] },
      { subject: 'events', ids: ['3'] },
      {},
      { subject: 'tag', ids: ['4'] },
    ]
    const seen = { snapshot: { xmin: 11n, xmax: '11', running: [] } }
    memory.apply(news(changes, seen))
    memory.apply(news(changes, seen))
    expect(told).toEqual([
      ['artworks', [7, 8]],
      ['events', [3]],
      ['artworks', undefined],
    ])
  })

  it('learns each change once, however often it is told', () => {
    const memory = filled()
    const first = { xid: '11', segments: [1], deltas: [2] }
    const second = { xid: '10', segments: [2], deltas: [-3] }
    const third = { xid: '12', segments: [1], deltas: [4] }
    const running = { xmin: 10n, xmax: '12', running: ['10'] }
    memory.apply(news([first], { snapshot: running }))
    expect(known(memory).rows).toEqual([7, 5])
    const { version } = memory
    memory.fragments.set('t1', toLatin1('newer'))
    memory.apply(news([first, { xid: '11', subject: 'tag' }], { snapshot: running }))
    expect(known(memory)).toEqual({ parts: NAMES, rows: [7, 5] })
    expect(memory.version).toBe(version)
    memory.apply(news([first, second, third], { snapshot: { xmin: 13n, xmax: '13', running: [] } }))
    expect(known(memory).rows).toEqual([11, 2])
    expect(memory.version).toBeGreaterThan(version)
  })

  it('knows nothing after it has forgotten, and of no snapshot', () => {
    const memory = filled()
    const { version } = memory
    memory.invalidate()
    expect(known(memory)).toEqual({ parts: [], rows: [undefined, undefined] })
    expect(memory.snapshot).toBeUndefined()
    expect(memory.version).toBeGreaterThan(version)
  })

  it('has another digest for another text of a part', () => {
    const memory = filled()
    const found = () => memory.fragments.find('t1', 0, 2) as CachedFragment
    const before = digestIn(found())
    memory.fragments.set('t1', toLatin1('other'))
    expect(textOf(found())).toBe('other')
    expect(digestIn(found())).not.toBe(before)
  })
})

import { describe, expect, it } from 'vitest'
import { changesSince, newsOf, type Change, type News } from '../../src/reading/changes-queries.ts'
import { byteText } from '../../src/contract/byte-text.ts'
import { Memory } from '../../src/reading/memory.ts'
import { TRACKS, type TrackName } from '../../src/reading/orderings.ts'
import { Track } from '../../src/reading/track.ts'

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
    expect(newsOf([[text, '0', null]])).toEqual({ snapshot, removedThrough: 0n, changes: [] })
  })

  it('reads changes as they were noted', () => {
    const change = { subject: 'tag', ids: ['3'], waypoints: null, deltas: null }
    const news = newsOf([['10:10:', '18446744073709551600', JSON.stringify([change])]])
    expect(news).toMatchObject({ removedThrough: 18446744073709551600n, changes: [change] })
  })
})

describe('changesSince', () => {
  it('asks for transactions that had not begun, and those that ran', () => {
    const snapshot = { xmin: 10n, xmax: '20', running: ['10', '12'] }
    expect(changesSince(snapshot).values).toEqual(['20', '{10,12}'])
  })
})

const PRICES = TRACKS.find(({ name }) => name === 'artworks.price') as TrackName
const TITLES = TRACKS.find(({ name }) => name === 'artworks.title') as TrackName

const news = (changes: readonly Partial<Change>[], given: Partial<News> = {}): News => ({
  snapshot: { xmin: 10n, xmax: '10', running: [] },
  removedThrough: 9n,
  changes: changes.map((change) => ({
    subject: 'artworks',
    ids: null,
    waypoints: null,
    deltas: null,
    ...change,
  })),
  ...given,
})

const NAMES = ['g1', 'g2', 'o1', 'o2', 't1'] as const

/** A memory that knows five parts and two tracks, as of the transactions before the tenth. */
function filled(): Memory {
  const memory = new Memory()
  memory.learn(news([]))
  for (const name of NAMES) memory.parts.set(name, byteText(name))
  memory.setTrack(PRICES, new Track([{ no: 1, key: '0', id: 0, rows: 5 }]))
  memory.setTrack(TITLES, new Track([{ no: 2, key: '', id: 0, rows: 5 }]))
  return memory
}

const known = (memory: Memory) => ({
  parts: NAMES.filter((name) => memory.parts.has(name)),
  rows: [PRICES, TITLES].map((name) => memory.track(name)?.length),
})

describe('a memory', () => {
  it.each<[string, News, { parts?: readonly string[]; rows?: readonly unknown[] }]>([
    ['no news', news([]), {}],
    ['a record', news([{}]), {}],
    ['a tag', news([{ subject: 'tag', ids: ['1'] }]), { parts: NAMES.slice(0, 4) }],
    ['another tag', news([{ subject: 'tag', ids: ['11'] }]), {}],
    ['all tags', news([{ subject: 'tag' }]), { parts: NAMES.slice(0, 4) }],
    ['a gallery', news([{ subject: 'gallery', ids: ['1'] }]), { parts: ['g2', 'o2', 't1'] }],
    ['all galleries', news([{ subject: 'gallery' }]), { parts: ['t1'] }],
    [
      'rows that came and went',
      news([{ waypoints: [1, 2, 3], deltas: [2, -5, 9] }]),
      { rows: [7, 0] },
    ],
    [
      'stretches that were divided',
      news([{ subject: 'waypoints', ids: ['artworks.price'] }]),
      { rows: [undefined, 5] },
    ],
    [
      'changes that are gone, one of which it has not seen',
      news([], { removedThrough: 10n }),
      { parts: [], rows: [undefined, undefined] },
    ],
  ])('that is told of %s knows what still holds', (_, told, rest) => {
    const memory = filled()
    const { generation } = memory
    memory.learn(told)
    expect(known(memory)).toEqual({ parts: [...NAMES], rows: [5, 5], ...rest })
    const hasChanged = told.changes.length > 0 || told.removedThrough >= 10n
    expect(memory.generation > generation).toBe(hasChanged)
  })

  it('knows nothing after it has forgotten, and of no snapshot', () => {
    const memory = filled()
    const { generation } = memory
    memory.forget()
    expect(known(memory)).toEqual({ parts: [], rows: [undefined, undefined] })
    expect(memory.snapshot).toBeUndefined()
    expect(memory.generation).toBeGreaterThan(generation)
  })

  it('has another digest for another text of a part', () => {
    const memory = filled()
    const digest = () => memory.parts.find('t1', 0, 2)?.digest
    const before = digest()
    memory.parts.set('t1', byteText('other'))
    expect(digest()).not.toBe(before)
  })
})

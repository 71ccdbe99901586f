import { describe, expect, it } from 'vitest'
import { ChangeReader } from '../../src/changes/change-reader.ts'
import {
  changeLogSlice,
  changesSince,
  FIRST_SNAPSHOT,
  probedSnapshot,
} from '../../src/changes/change-log-queries.ts'
import { sees } from '../../src/changes/snapshot.ts'

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
  const FIRST_ROWS = [['10:20:', 'this', '0', null, '[]']]
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

  it('returns each change once, in any order of commits', () => {
    const reader = new ChangeReader()
    const read = ({ slice } = reader.nextRead(), snapshot: string, xids: readonly string[]) =>
      reader.advance(slice(rows(snapshot, xids)))?.map(({ xid }) => xid)
    expect(reader.nextRead().statement).toBe(FIRST_SNAPSHOT)
    expect(reader.advance(reader.nextRead().slice(FIRST_ROWS))).toBeUndefined()
    const early = reader.nextRead()
    expect(read(reader.nextRead(), '10:20:', ['15'])).toEqual(['15'])
    // Selected before that was applied, as by batches that run at the same time.
    expect(read(early, '10:20:', ['15', '12'])).toEqual(['12'])
    expect(read(reader.nextRead(), '20:20:', ['10'])).toEqual(['10'])
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

describe('a reader', () => {
  const readerAt = (snapshot: string, ended: string | null): ChangeReader => {
    const reader = new ChangeReader()
    reader.advance(reader.nextRead().slice([[snapshot, 'this', '0', null, ended]]))
    return reader
  }

  it.each([
    ['the same', '10:10:', 'this', true],
    ['one in which another transaction is the oldest', '9:10:', 'this', true],
    ['one that sees more', '10:11:', 'this', false],
    ['one that does not see a transaction', '9:10:9', 'this', false],
    ["another server's", '10:10:', 'another', false],
  ])('is current for a probed snapshot or not: %s', (_, snapshot, server, isCurrent) => {
    const reader = readerAt('10:10:', null)
    expect(reader.isCurrent(probedSnapshot([[snapshot, server]]))).toBe(isCurrent)
  })

  it('is never current for a probe on a replica, or before its first change-log slice', () => {
    const probe = probedSnapshot([['10:10:', 'this']])
    for (const reader of [new ChangeReader(), readerAt('10:10:', '[]')]) {
      expect(reader.canProbe).toBe(false)
      expect(reader.isCurrent(probe)).toBe(false)
    }
  })
})

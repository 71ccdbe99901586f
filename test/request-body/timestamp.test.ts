import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { utcTimestamp } from '../../src/request-body/timestamp.ts'
import { timestampText } from '../../src/database/kysely.ts'
import { timestamp } from '../stateful/kinds/event-fields.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

describe('utcTimestamp', () => {
  it.each([
    ['2026-03-14T09:00:00-00:00', '2026-03-14T09:00:00Z'],
    ['1000-01-01T00:00:00Z', '1000-01-01T00:00:00Z'],
    ['0999-12-31T23:30:00-00:30', '1000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('reads %s', (text, utc) => {
    expect(utcTimestamp(text)).toBe(utc)
  })

  it('C18 truncates any number of digits', () => {
    const fraction = '123456789'.repeat(10_000)
    expect(utcTimestamp(`2026-03-14T09:00:00.${fraction}Z`)).toBe('2026-03-14T09:00:00.123456Z')
  })

  it.each([
    ['', 'infinity', 'now', 'tomorrow', 'epoch', '01/02/2026', '1773478800'],
    ['2026-03-14', '2026-03-14T09:00Z', '2026-03-14T09:00:00', '2026-03-14T09Z'],
    ['2026-03-14 09:00:00Z', '2026-03-14T09:00:00 Z', ' 2026-03-14T09:00:00Z'],
    ['2026-03-14T09:00:00Z\n', '2026-03-14T09:00:00Z\0', '2026-03-14T09:00:00ZZ'],
    ['2026-03-14T09:00:60Z', '2016-12-31T23:59:60Z', '2026-03-14T24:00:00Z'],
    ['2026-03-14T25:00:00Z', '2026-03-14T09:60:00Z'],
    ['2026-02-29T00:00:00Z', '2026-02-30T00:00:00Z', '2026-04-31T00:00:00Z'],
    ['1900-02-29T00:00:00Z', '2026-00-10T00:00:00Z', '2026-13-10T00:00:00Z'],
    ['2026-03-00T00:00:00Z', '2026-03-32T00:00:00Z'],
    ['2026-03-14T09:00:00.Z', '2026-03-14T09:00:00,5Z', '2026-03-14T09:00:00.5'],
    ['2026-03-14T09:00:00+24:00', '2026-03-14T09:00:00+01:60', '2026-03-14T09:00:00+99:00'],
    ['2026-03-14T09:00:00+0100', '2026-03-14T09:00:00+01', '2026-03-14T09:00:00+1:00'],
    ['2026-03-14T09:00:00UTC', '2026-03-14T09:00:00 CET', '2026-03-14T09:00:00\u22121:00'],
    ['0000-01-01T00:00:00Z', '0099-01-01T00:00:00Z', '0999-12-31T23:59:59Z'],
    ['1000-01-01T00:00:00+00:01', '9999-12-31T23:59:00-00:01', '10000-01-01T00:00:00Z'],
    ['+010000-01-01T00:00:00Z', '-2026-03-14T09:00:00Z', '294277-01-01T00:00:00Z'],
    ['２０２６-03-14T09:00:00Z', '2026-3-14T09:00:00Z', '26-03-14T09:00:00Z'],
  ])('C14, C15 and C16 rejects %j', (...texts) => {
    expect(texts.filter((text) => utcTimestamp(text) !== undefined)).toEqual([])
  })

  it('is the same time as Date, to the microsecond', () => {
    fc.assert(
      fc.property(timestamp, ({ sent, shown }) => {
        expect(utcTimestamp(sent)).toBe(shown)
      }),
      { numRuns: 2000 },
    )
  })

  it('rejects exactly the days that the calendar does not have', () => {
    const part = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, '0'))
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), part(13), part(32), (year, month, day) => {
        const date = new Date(Date.UTC(year, Number(month) - 1, Number(day)))
        const text = `${year}-${month}-${day}T12:00:00Z`
        const isReal = date.toISOString().startsWith(`${year}-${month}-${day}`)
        expect(utcTimestamp(text)).toBe(isReal ? text : undefined)
      }),
      { numRuns: 2000 },
    )
  })

  it('is what PostgreSQL stores and returns unchanged', async () => {
    const made = fc.sample(timestamp, 1000).map(({ sent }) => utcTimestamp(sent) ?? sent)
    const edges = ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z']
    const utc = [...edges, ...made]
    const { rows } = await sql<{ stored: string }>`
      SELECT given::timestamptz::text AS stored
      FROM unnest(${utc}::text[]) WITH ORDINALITY AS texts (given, place) ORDER BY place
    `.execute(test.db)
    expect(rows.map(({ stored }) => timestampText(stored))).toEqual(utc)
  })
})

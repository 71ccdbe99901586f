import { describe, expect, it } from 'vitest'
import { eventSummary } from '../../src/events/event-summary.ts'

const parts = {
  title: 'Northern Light',
  category: 'Gallery Shows',
  start: '2024-03-14 09:00:00+00',
  end: '2024-06-30 16:00:00.5+00',
  venue: 'Kunsthal Nord',
  address: 'Havnegade 4',
}

describe('eventSummary', () => {
  it('is one sentence naming title, category, start, end, venue and address', () => {
    expect(eventSummary(parts)).toBe(
      'Northern Light: Gallery Shows event from 14 March 2024 to 30 June 2024 at Kunsthal Nord, Havnegade 4.',
    )
  })

  it('leaves an empty address out', () => {
    expect(eventSummary({ ...parts, address: '' })).toMatch(/ at Kunsthal Nord\.$/)
  })

  it('does not name the venue twice', () => {
    expect(eventSummary({ ...parts, address: 'Kunsthal Nord, Havnegade 4' })).toMatch(
      / at Kunsthal Nord, Havnegade 4\.$/,
    )
  })

  it.each([
    ['2024-12-31 23:59:59.999999+00', '31 December 2024'],
    ['2025-01-01 00:00:00+00', '1 January 2025'],
    ['1000-02-09 12:00:00+00', '9 February 1000'],
    ['9999-05-10 12:00:00+00', '10 May 9999'],
  ])('writes the day of %s as %s, whatever the zone of the machine', (start, day) => {
    expect(eventSummary({ ...parts, start })).toContain(` from ${day} to `)
  })
})

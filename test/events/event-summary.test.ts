import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'

const test = useService()

const EVENT = {
  title: 'Northern Light',
  start_time: '2024-03-14T09:00:00Z',
  end_time: '2024-06-30T16:00:00.5Z',
  address: 'Havnegade 4',
}

async function summary(values: Partial<typeof EVENT> = {}): Promise<unknown> {
  const venue = await makeVenue(test.db, { name: 'Kunsthal Nord' })
  const { id } = await makeEvent(test.db, { ...EVENT, ...values, venue_id: venue.id })
  return (await test.get(`/events/${id}/`))['summary']
}

describe('the summary of an event', () => {
  it('is one sentence naming title, category, start, end, venue and address', async () => {
    expect(await summary()).toMatch(
      /^Northern Light: .+ event from 14 March 2024 to 30 June 2024 at Kunsthal Nord, Havnegade 4\.$/,
    )
  })

  it('leaves an empty address out', async () => {
    expect(await summary({ address: '' })).toMatch(/ at Kunsthal Nord\.$/)
  })

  it('does not name the venue twice', async () => {
    expect(await summary({ address: 'Kunsthal Nord, Havnegade 4' })).toMatch(
      / at Kunsthal Nord, Havnegade 4\.$/,
    )
  })

  it.each([
    ['2024-12-31T23:59:59.999999Z', '31 December 2024'],
    ['2025-01-01T00:00:00Z', '1 January 2025'],
    ['1000-02-09T12:00:00Z', '9 February 1000'],
    ['9999-05-10T12:00:00Z', '10 May 9999'],
  ])('writes the day of %s as %s, in UTC', async (start_time, day) => {
    const end_time = '9999-12-31T00:00:00Z'
    expect(await summary({ start_time, end_time })).toContain(` from ${day} to `)
  })
})

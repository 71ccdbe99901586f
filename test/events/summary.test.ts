import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'

const test = useService()

const EVENT = {
  title: 'Northern Light',
  start_time: '2024-03-14T09:00:00Z',
  end_time: '9999-12-31T00:00:00Z',
  address: 'Havnegade 4',
}

async function summary(values: Partial<typeof EVENT>): Promise<unknown> {
  const venue = await makeVenue(test.db, { name: 'Kunsthal Nord' })
  const { id } = await makeEvent(test.db, { ...EVENT, ...values, venue_id: venue.id })
  return (await test.get(`/events/${id}/`))['summary']
}

describe('the summary of an event', () => {
  it('has no character that turns the direction of writing', async () => {
    const title = '\u202eNorthern\u2066 Light\u2069'
    const address = '\u2067Havnegade 4'
    expect(await summary({ title, address })).toMatch(
      /^Northern Light: .+ event from 14 March 2024 to 31 December 9999 at Kunsthal Nord, Havnegade 4\.$/,
    )
  })

  it.each([
    ['2024-12-31T23:59:59.999999Z', '31 December 2024'],
    ['1000-02-09T12:00:00Z', '9 February 1000'],
  ])('writes the day of %s as %s, in UTC', async (start_time, day) => {
    expect(await summary({ start_time })).toContain(` from ${day} to `)
  })
})

import { describe, expect, it } from 'vitest'
import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { useService } from '../support/app.ts'
import { makeEventCategory } from '../support/make-categories.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeEventImage } from '../support/make-images.ts'
import { makeUser } from '../support/make-user.ts'
import { makeVenue } from '../support/make-venue.ts'

const test = useService()

async function eventWith(
  values: Partial<Insertable<Database['events']>>,
): Promise<Record<string, unknown>> {
  const { id } = await makeEvent(test.db, values)
  return test.get(`/events/${id}/`)
}

describe('the plain fields of an event', () => {
  it('are those of the row', async () => {
    const values = {
      slug: 'northern_light-2024',
      title: 'Northern "Light" & Co',
      content: 'First line\r\nsecond line\n\n',
      is_all_day_event: true,
      is_end_time_unknown: true,
      auction_results_added: true,
      is_featured: true,
      is_paid_art_fair: true,
      is_online_only: true,
      address: 'Havnegade 4',
      city: '',
      price_currency: 'DKK',
      exhibitors_previous_year: 1,
      exhibitors_this_year: 2,
      visitors_this_year: 3,
      visitors_previous_year: 2_147_483_647,
      buy_tickets_url: 'https://tickets.example/?id=812#now',
      external_url: 'http://kunsthal-nord.example/',
      additional_info: 'Step-free access.',
      press_release: 'https://kunsthal-nord.example/press.pdf',
    }
    expect(await eventWith(values)).toMatchObject(values)
  })

  it('have the defaults of the contract', async () => {
    expect(await eventWith({})).toMatchObject({
      price: null,
      price_currency: 'EUR',
      publish_time: null,
      content: null,
      is_all_day_event: false,
      is_end_time_unknown: false,
      auction_results_added: false,
      is_featured: false,
      is_paid_art_fair: false,
      is_online_only: false,
      geolocation: '',
      exhibitors_previous_year: 0,
      exhibitors_this_year: 0,
      visitors_this_year: 0,
      visitors_previous_year: 0,
      buy_tickets_url: null,
      contact_name: null,
      email: null,
      external_url: null,
      phone: null,
      additional_info: null,
      press_release: null,
      banner_logo: null,
      artists: [],
      artworks: [],
      magazines: [],
      additional_images: [],
    })
  })

  it('have the price as a number', async () => {
    expect(await eventWith({ price: '12.50' })).toMatchObject({ price: 12.5 })
    expect(await eventWith({ price: '0.00' })).toMatchObject({ price: 0 })
  })
})

describe('the times of an event', () => {
  it('are shown to the microsecond, each from its own column', async () => {
    const times = {
      published_at: '2024-02-01T08:00:00.000001Z',
      publish_time: '2024-02-01T08:00:00Z',
      created_at: '2024-01-20T14:05:09.000417Z',
      updated_at: '2024-02-02T08:00:00.500000Z',
      start_time: '1000-01-01T00:00:00Z',
      end_time: '9999-12-31T23:59:59.999999Z',
    }
    expect(await eventWith(times)).toMatchObject(times)
  })
})

describe('the contact data of an event', () => {
  it('is replaced by placeholders', async () => {
    const event = await eventWith({
      contact_name: 'Karen Holm',
      email: 'karen.holm@kunsthal-nord.example',
      phone: '+45 86 12 34 56',
    })
    expect(event).toMatchObject({ contact_name: '<NAME>', email: '<EMAIL>', phone: '<PHONE>' })
    expect(JSON.stringify(event)).not.toMatch(/karen|holm|86 12/i)
  })

  it('stays empty where it is empty', async () => {
    const empty = { contact_name: '', email: '', phone: '' }
    expect(await eventWith(empty)).toMatchObject(empty)
  })
})

describe('the embedded records of an event', () => {
  it('are author, picture, venue and category', async () => {
    const author = await makeUser(test.db)
    const venue = await makeVenue(test.db, { name: 'Galerie Sund' })
    const image = await makeEventImage(test.db)
    const category = await makeEventCategory(test.db, { name: 'Auctions' })
    const event = await eventWith({
      author_id: author.id,
      venue_id: venue.id,
      featured_image_id: image.id,
      category_id: category.id,
      address: '',
    })
    expect(event).toMatchObject({
      author: { id: author.id },
      venue: { id: venue.id, name: 'Galerie Sund' },
      featured_image: { id: image.id },
      category: { id: category.id, name: 'Auctions', slug: category.slug },
      summary: 'Northern Light: Auctions event from 14 March 2024 to 30 June 2024 at Galerie Sund.',
    })
  })

  it('are independent of its own country, place and logo', async () => {
    const event = await eventWith({
      country_code: null,
      latitude: '-33.868800',
      longitude: '151.2',
      banner_logo: '/logos/812.svg',
    })
    expect(event).toMatchObject({
      country: '',
      geolocation: '-33.8688,151.2',
      banner_logo: 'https://media.example/logos/812.svg',
    })
    expect(await eventWith({ country_code: 'SE' })).toMatchObject({ country: 'SE' })
  })
})

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

  it('has no character that turns the direction of writing', async () => {
    const title = '\u202eNorthern\u2066 Light\u2069'
    const address = '\u2067Havnegade 4'
    expect(await summary({ title, address })).toMatch(
      /^Northern Light: .+ at Kunsthal Nord, Havnegade 4\.$/,
    )
  })

  it('omits an empty address', async () => {
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

import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeVenue } from '../support/make-venue.ts'
import { expectProblem, makeAuthor, shown, type Author } from './author.ts'

const test = useService()
let author: Author
let admin: Author

beforeAll(async () => {
  author = await makeAuthor(test)
  admin = await makeAuthor(test, 'admin')
})

const FULL_SIZE = 'https://kunsthal-nord.example/northern-light.jpg'

/** The optional fields of a body, none with its default. */
const OPTIONAL = {
  price: 12.5,
  featured_image: { full_size: FULL_SIZE, caption: 'The hall' },
  content: 'Forty paintings.',
  is_all_day_event: true,
  is_end_time_unknown: true,
  address: 'Havnegade 4',
  price_currency: 'DKK',
  exhibitors_previous_year: 1,
  exhibitors_this_year: 2,
  visitors_this_year: 3,
  visitors_previous_year: 4,
  buy_tickets_url: 'https://tickets.example/',
  contact_name: 'Mette Holm',
  email: 'mette@a.example',
  external_url: 'https://kunsthal-nord.example/',
  phone: '+45 86 12 00 00',
  additional_info: 'Step-free access.',
  press_release: 'https://kunsthal-nord.example/press.pdf',
  banner_logo: 'https://kunsthal-nord.example/logo.svg',
  is_online_only: true,
}

describe('a replaced event', () => {
  it('equals an event created by the same body, except for the fields that the service sets', async () => {
    const body = { title: 'Southern Light', country: 'SE' }
    const replaced = shown(await author.put(await author.create(OPTIONAL), body)).record
    const created = (await author.create(body)).record
    const { id, slug, created_at, updated_at, published_at } = replaced
    expect({ ...created, id, slug, created_at, updated_at, published_at }).toEqual(replaced)
  })

  it('has all fields of a full body', async () => {
    const { record } = shown(await author.put(await author.create(), OPTIONAL))
    expect(record).toMatchObject({
      ...OPTIONAL,
      featured_image: { caption: 'The hall', image: { full_size: FULL_SIZE } },
      contact_name: '<NAME>',
      email: '<EMAIL>',
      phone: '<PHONE>',
    })
  })

  it('keeps id, slug, author and creation time', async () => {
    const event = await author.create()
    const { record } = shown(await admin.put(event, { title: 'Southern Light' }))
    const { id, slug, created_at, author: owner } = event.record
    expect(record).toMatchObject({ id, slug, created_at, author: owner })
  })

  it('has the place of its new venue by default', async () => {
    const venue = await makeVenue(test.db, { city: 'Leipzig', country_code: 'DE' })
    const event = await author.create({ city: 'Skagen' })
    const { record } = shown(await author.put(event, { venue: venue.id }))
    expect(record).toMatchObject({ city: 'Leipzig', country: 'DE' })
  })

  it('keeps no text of a replaced picture', async () => {
    const event = await author.create(OPTIONAL)
    const featured_image = { full_size: 'https://a.example/2.jpg', alt_text: 'A boat' }
    const { record } = shown(await author.put(event, { featured_image }))
    expect(record.featured_image).toMatchObject({ alt_text: 'A boat', caption: null })
  })
})

describe('the state of a replaced event', () => {
  it.each(['draft', 'published'])('stays %s if the body does not name it', async (state) => {
    const event = await author.create({ publish_status: state })
    expect(shown(await author.put(event)).record.publish_status).toBe(state)
  })

  it('changes if the body names another', async () => {
    const draft = await author.create()
    const published = shown(await author.put(draft, { publish_status: 'published' }))
    const archived = shown(await author.put(published, { publish_status: 'archived' }))
    expect(archived.record.publish_status).toBe('archived')
    expect(archived.record.published_at).toBe(published.record.published_at)
  })

  it('never becomes draft again', async () => {
    const event = await author.create({ publish_status: 'published' })
    const response = await author.put(event, { publish_status: 'draft' })
    expect(response.status).toBe(409)
    expectProblem(response, 'invalid_transition')
    expect(response.json()['detail']).toBe(
      'The record is published and cannot become draft. It can become archived.',
    )
  })
})

describe('a replacement', () => {
  it('requires the fields of a new event', async () => {
    const response = await author.put(await author.create(), { title: undefined })
    expectProblem(response, 'invalid_request', ['/title'])
  })

  it('with a stale ETag changes nothing', async () => {
    const event = await author.create()
    const second = await author.put(event, { title: 'Second' })
    expectProblem(await author.put(event, { title: 'Third' }), 'precondition_failed')
    expect((await author.read(event.id)).text).toBe(second.text)
  })

  it('that is rejected does not change the event, nor its picture', async () => {
    const event = await author.create(OPTIONAL)
    const response = await author.put(event, { end_time: '2026-03-14T08:59:59Z' })
    expectProblem(response, 'unprocessable_content', ['/end_time'])
    expect((await author.read(event.id)).json()).toEqual(event.record)
  })
})

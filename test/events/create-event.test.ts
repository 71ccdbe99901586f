import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../contract/document.ts'
import { API_URL, PUBLIC_URL, useService } from '../support/app.ts'
import { makeEventCategory } from '../support/make-categories.ts'
import { makeVenue } from '../support/make-venue.ts'
import { expectProblem, makeAuthor, shown, type Author } from './author.ts'

const test = useService()
let author: Author

beforeAll(async () => {
  author = await makeAuthor(test)
})

const FULL_SIZE = 'https://kunsthal-nord.example/northern-light.jpg'

describe('a created event', () => {
  it('is returned as a GET of its Location returns it', async () => {
    const response = await author.post()
    const { id } = response.json()
    const read = await author.read(id as number)
    expect(response.status).toBe(201)
    expect(response.headers['location']).toBe(`${API_URL}/events/${String(id)}/`)
    expect([read.text, read.headers['etag']]).toEqual([response.text, response.headers['etag']])
  })

  it('has the written fields', async () => {
    const category = await makeEventCategory(test.db)
    const written = {
      price: 12.5,
      country: 'SE',
      title: 'Northern "Light" \u{1F3A8}',
      content: 'First line\r\nsecond line\n',
      is_all_day_event: true,
      is_end_time_unknown: true,
      address: 'Havnegade 4',
      city: 'Malmö',
      geolocation: '55.6,13',
      price_currency: 'SEK',
      exhibitors_previous_year: 1,
      exhibitors_this_year: 2,
      visitors_this_year: 3,
      visitors_previous_year: 2_147_483_647,
      buy_tickets_url: 'https://tickets.example/?id=812',
      external_url: 'http://kunsthal-nord.example/',
      additional_info: 'Step-free access.',
      press_release: 'https://kunsthal-nord.example/press.pdf',
      banner_logo: 'https://kunsthal-nord.example/logo.svg',
      is_online_only: true,
    }
    const { record } = await author.create({ ...written, category: category.id })
    expect(record).toMatchObject(written)
    expect([record.venue.id, record.category.id]).toEqual([author.venueId, category.id])
  })

  it('takes place on the days that its sender wrote, with any offset, if it is an all-day event', async () => {
    const minutes = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
    const two = (value: number): string => String(Math.abs(value)).padStart(2, '0')
    const offsets = minutes.map(
      (all) => `${all < 0 ? '-' : '+'}${two(Math.trunc(all / 60))}:${two(all % 60)}`,
    )
    await fc.assert(
      fc.asyncProperty(offsets, offsets, async (first, last) => {
        const times = {
          start_time: `2031-03-14T00:00:00${first}`,
          end_time: `2031-03-15T23:59:59${last}`,
        }
        const stored = { start_time: '2031-03-14T00:00:00Z', end_time: '2031-03-15T23:59:59Z' }
        const whole = await author.create({ ...times, is_all_day_event: true })
        expect(whole.record).toMatchObject(stored)
        expect(whole.record.summary).toContain(' from 14 March 2031 to 15 March 2031 ')
        const timed = await author.create()
        const changed = shown(await author.patch(timed, { is_all_day_event: true, ...times }))
        const later = { end_time: `2031-03-16T12:00:00${last}` }
        const moved = shown(await author.patch(changed, later))
        expect(moved.record).toMatchObject({ ...stored, end_time: '2031-03-16T12:00:00Z' })
      }),
      { numRuns: 10 },
    )
  })

  it('stores the contact data, and shows placeholders', async () => {
    const contact = { contact_name: 'Mette Holm', email: 'mette@a.example', phone: '+45 86 12' }
    const { id, record } = await author.create(contact)
    const row = test.db.selectFrom('events').selectAll().where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toMatchObject(contact)
    expect(record).toMatchObject({ contact_name: '<NAME>', email: '<EMAIL>', phone: '<PHONE>' })
  })

  it('needs title, category, venue, start and end', async () => {
    const response = await author.post({
      title: undefined,
      category: undefined,
      venue: undefined,
      start_time: undefined,
      end_time: undefined,
    })
    const missing = ['/venue', '/category', '/title', '/start_time', '/end_time']
    expectProblem(response, 'invalid_request', missing)
  })

  it.each(['id', 'author', 'slug', 'summary', 'created_at', 'published_at', 'is_featured'])(
    'has its %s set by the service alone',
    async (name) => {
      const response = await author.post({ [name]: null })
      expectProblem(response, 'invalid_request', [`/${name}`])
      expect(response.json()['errors']).toMatchObject([
        { detail: 'It is set by the service and cannot be written.' },
      ])
    },
  )

  it('C24 refers to existing records only, and reports all missing ones together', async () => {
    const unknown = { venue: 2_147_483_647, category: 2_147_483_647, country: 'ZZ' }
    const response = await author.post(unknown)
    expect(response.status).toBe(422)
    expectProblem(response, 'unprocessable_content', ['/venue', '/category', '/country'])
  })
})

describe('the title of a created event', () => {
  it('C11 is limited in code points, not in bytes', async () => {
    const { properties = {} } = contract.document.components.schemas['EventInput'] ?? {}
    const title = '\u{1f600}'.repeat(properties['title']?.maxLength ?? 0)
    expect((await author.create({ title })).record.title).toBe(title)
    expectProblem(await author.post({ title: `${title}\u{1f600}` }), 'invalid_request', ['/title'])
  })
})

describe('the state of a created event', () => {
  it('is draft by default', async () => {
    expect((await author.create()).record.publish_status).toBe('draft')
  })

  it('can be published, at the time of its creation', async () => {
    const { record } = await author.create({ publish_status: 'published' })
    expect(record.publish_status).toBe('published')
    expect(record.published_at).toBe(record.created_at)
  })

  it('cannot be archived', async () => {
    const response = await author.post({ publish_status: 'archived' })
    expectProblem(response, 'unprocessable_content', ['/publish_status'])
  })
})

describe('the place of a created event', () => {
  it('is that of its venue by default', async () => {
    const { record } = await author.create({ city: 'Skagen' })
    const place = { country: 'DK', city: 'Skagen', geolocation: '56.1533,10.2141' }
    expect(record).toMatchObject({ ...place, address: '' })
  })

  it('is unknown if that of the venue is', async () => {
    const place = { city: '', country_code: null, latitude: null, longitude: null }
    const { id: venue } = await makeVenue(test.db, place)
    const { record } = await author.create({ venue })
    expect(record).toMatchObject({ country: '', city: '', geolocation: '' })
  })

  it('can be unknown although that of the venue is known', async () => {
    const unknown = { country: '', city: '', geolocation: '' }
    expect((await author.create(unknown)).record).toMatchObject(unknown)
  })
})

describe('the times of a created event', () => {
  it.each([
    ['2026-03-14T10:00:00+01:00', '2026-03-14T09:00:00Z'],
    ['2026-03-14T00:15:00.5+05:45', '2026-03-13T18:30:00.500000Z'],
    ['2026-03-14t09:00:00.123456789z', '2026-03-14T09:00:00.123456Z'],
    ['2026-03-14T09:00:00.0000009-00:00', '2026-03-14T09:00:00Z'],
  ])('are stored in UTC, to the microsecond: %s is %s', async (start_time, utc) => {
    expect((await author.create({ start_time })).record.start_time).toBe(utc)
  })

  it('can be equal', async () => {
    const start_time = '2026-03-14T10:00:00+01:00'
    const { record } = await author.create({ start_time, end_time: '2026-03-14T09:00:00Z' })
    expect(record.end_time).toBe(record.start_time)
  })

  it('are compared as times, not as text', async () => {
    const start_time = '2026-03-14T09:00:00+01:00'
    const early = await author.post({ start_time, end_time: '2026-03-14T07:59:59.999999Z' })
    expectProblem(early, 'unprocessable_content', ['/end_time'])
    expect((await author.post({ start_time, end_time: '2026-03-14T08:00:00Z' })).status).toBe(201)
  })
})

describe('the picture of a created event', () => {
  it('is the placeholder by default', async () => {
    for (const body of [{}, { featured_image: null }]) {
      const { featured_image } = (await author.create(body)).record
      expect(featured_image).toMatchObject({ id: 1, alt_text: 'No picture yet' })
      expect(featured_image.image.full_size).toBe(`${PUBLIC_URL}/media/placeholder.svg`)
    }
  })

  it('is the given one in every rendition, uploaded by the sender', async () => {
    const { record } = await author.create({
      featured_image: { full_size: FULL_SIZE, alt_text: 'A white hall' },
    })
    const { image, ...metadata } = record.featured_image
    expect(new Set(Object.values(image))).toEqual(new Set([FULL_SIZE]))
    expect(metadata).toMatchObject({
      alt_text: 'A white hall',
      caption: null,
      description: null,
      is_converted_to_webp: false,
      uploaded_by: author.userId,
    })
  })

  it('needs an address', async () => {
    const response = await author.post({ featured_image: { alt_text: 'A white hall' } })
    expectProblem(response, 'invalid_request', ['/featured_image/full_size'])
  })
})

describe('the slug of a created event', () => {
  const publish_status = 'published'

  it('comes from its title, with a suffix if it is taken', async () => {
    const first = await author.create({ title: 'Été à Århus', publish_status })
    const second = await author.create({ title: 'Ete, a Arhus!', publish_status })
    expect(first.record.slug).toBe('ete-a-arhus')
    expect(second.record.slug).toMatch(/^ete-a-arhus-[a-z0-9]{4}$/)
  })

  it('is "event" for a title without letters', async () => {
    expect((await author.create({ title: '***', publish_status })).record.slug).toBe('event')
  })

  it('of a draft has a suffix, so that no other slug reveals it', async () => {
    const draft = await author.create({ title: 'Secret Fair' })
    expect(draft.record.slug).toMatch(/^secret-fair-[a-z0-9]{4}$/)
    const other = await author.create({ title: 'Secret Fair', publish_status })
    expect(other.record.slug).toBe('secret-fair')
    const published = shown(await author.patch(draft, { publish_status }))
    expect(published.record.slug).toBe(draft.record.slug)
  })
})

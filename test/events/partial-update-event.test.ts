import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUnvalidated } from '../support/send.ts'
import { expectProblem, makeAuthor, shown, type Author, type ShownEvent } from './author.ts'

const test = useService()
let author: Author

beforeAll(async () => {
  author = await makeAuthor(test)
})

async function patched(event: ShownEvent, changes: object): Promise<ShownEvent> {
  return shown(await author.patch(event, changes))
}

describe('a changed event', () => {
  it('changes in the fields of the body alone', async () => {
    const event = await author.create({ price: 12.5, content: 'Forty paintings.', city: 'Skagen' })
    const { record } = await patched(event, { price: 15, is_online_only: true })
    const { updated_at } = record
    expect(record).toEqual({ ...event.record, price: 15, is_online_only: true, updated_at })
  })

  it('has another updated_at and ETag after {} too', async () => {
    const event = await author.create()
    const { etag, record } = await patched(event, {})
    const { updated_at } = record
    expect(record).toEqual({ ...event.record, updated_at })
    expect(updated_at > event.record.updated_at).toBe(true)
    expect(etag).not.toBe(event.etag)
  })

  it('has no value in fields that null clears', async () => {
    const event = await author.create({ price: 0, content: '', email: 'a@b.example' })
    const { record } = await patched(event, { price: null, content: null, email: null })
    expect(record).toMatchObject({ price: null, content: null, email: null })
  })

  it('rejects null for fields that are never null', async () => {
    const response = await author.patch(await author.create(), { title: null, city: null })
    expect(response.status).toBe(400)
    expectProblem(response, 'invalid_request', ['/title', '/city'])
  })

  it('has a summary of the new title, and keeps its slug', async () => {
    const { record } = await patched(await author.create({ title: 'Fog' }), { title: 'Haze' })
    expect(record.summary).toMatch(/^Haze: /)
    expect(record.slug).toMatch(/^fog/)
  })

  it('keeps its place when its venue changes', async () => {
    const venue = await makeVenue(test.db, { city: 'Leipzig', country_code: 'DE' })
    const { record } = await patched(await author.create(), { venue: venue.id })
    expect(record).toMatchObject({ venue: { city: 'Leipzig' }, city: 'Aarhus', country: 'DK' })
  })

  it.each(['application/merge-patch+json', 'application/json'])(
    'is changed by a merge patch of the type %s',
    async (type) => {
      const event = await author.create({ price: 1 })
      const response = await author.patch(event, { price: null }, { 'content-type': type })
      expect(shown(response).record.price).toBeNull()
    },
  )

  it('rejects other patch media types', async () => {
    const types = { 'content-type': 'application/json-patch+json' }
    const response = await author.patch(await author.create(), {}, types)
    expectProblem(response, 'unsupported_media_type')
  })
})

describe('the times of a changed event', () => {
  it('C17 are compared with the one that stays', async () => {
    const event = await author.create()
    const early = await author.patch(event, { end_time: '2026-03-14T08:59:59.999999Z' })
    const late = await author.patch(event, { start_time: '2026-06-30T16:00:00.000001Z' })
    expectProblem(early, 'unprocessable_content', ['/end_time'])
    expectProblem(late, 'unprocessable_content', ['/end_time'])
  })

  it('can both move where neither could alone', async () => {
    const times = { start_time: '2027-03-14T09:00:00Z', end_time: '2027-03-15T09:00:00Z' }
    expect((await patched(await author.create(), times)).record).toMatchObject(times)
  })
})

describe('the states of an event', () => {
  const STATES = ['draft', 'published', 'archived'] as const
  const ALLOWED = ['draft published', 'published archived', 'archived published']

  async function eventIn(state: (typeof STATES)[number]): Promise<ShownEvent> {
    const event = await author.create({ publish_status: state === 'draft' ? state : 'published' })
    return state === 'archived' ? patched(event, { publish_status: state }) : event
  }

  const steps = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))
  it.each(steps)('allow or forbid the step from %s to %s', async (from, to) => {
    const event = await eventIn(from)
    const response = await author.patch(event, { publish_status: to })
    if (from === to || ALLOWED.includes(`${from} ${to}`)) {
      expect(shown(response).record.publish_status).toBe(to)
    } else {
      expect(response.status).toBe(409)
      expectProblem(response, 'invalid_transition')
      expect((await author.read(event.id)).json()).toEqual(event.record)
    }
  })

  it('keep the time of the first publication', async () => {
    const draft = await eventIn('draft')
    const first = await patched(draft, { publish_status: 'published' })
    const archived = await patched(first, { publish_status: 'archived' })
    const again = await patched(archived, { publish_status: 'published' })
    expect(draft.record.published_at).toBe(draft.record.created_at)
    expect(first.record.published_at > draft.record.published_at).toBe(true)
    expect(archived.record.published_at).toBe(first.record.published_at)
    expect(again.record.published_at).toBe(first.record.published_at)
  })
})

describe('a change', () => {
  it.each([
    ['the current ETag', 200, (etag: string) => etag],
    ['*', 200, () => '*'],
    ['several ETags, one of them current', 200, (etag: string) => `"a", ${etag}`],
    ['a stale ETag', 412, () => '"gone"'],
    ['the current ETag as a weak one', 412, (etag: string) => `W/${etag}`],
    ['an invalid ETag', 400, (etag: string) => etag.slice(1)],
  ])('D5 with %s in If-Match gets %d', async (_, status, ifMatch) => {
    const event = await author.create()
    const headers = { 'if-match': ifMatch(event.etag) }
    expect((await author.patch(event, { title: 'Changed' }, headers)).status).toBe(status)
    const { title } = (await author.read(event.id)).json()
    expect(title).toBe(status === 200 ? 'Changed' : 'Northern Light')
  })

  it('with the ETag of the HTML view gets 412, because that names no version', async () => {
    const { record } = await author.create({ publish_status: 'published' })
    const { id } = record
    const view = { path: `/events/${id}/`, headers: { accept: 'text/html' } }
    const { headers } = await sendUnvalidated(test.app, view)
    expect(headers['content-type']).toContain('text/html')
    const { etag = '' } = headers
    expect(etag).not.toBe('')
    expect((await author.patch({ id, etag }, { title: 'Other' })).status).toBe(412)
  })

  it.each(['PUT', 'PATCH', 'DELETE'])(
    'by %s without If-Match is rejected, to prevent lost updates',
    async (method) => {
      const { id } = await author.create()
      const authorization = `Bearer ${author.key}`
      const headers = { authorization, 'content-type': 'application/json' }
      const response = await test.send({ method, path: `/events/${id}/`, headers, body: '{}' })
      expect(response.status).toBe(428)
      expectProblem(response, 'precondition_required')
      expect((await author.read(id)).status).toBe(200)
    },
  )
})

describe('a new artwork of the gallery of the venue', () => {
  it('changes the ETag of an event, and fails no If-Match', async () => {
    const { id: gallery_id } = await makeGallery(test.db)
    const { id: venue } = await makeVenue(test.db, { gallery_id })
    const event = await author.create({ venue })
    await makeArtwork(test.db, { gallery_id })
    const current = shown(await author.read(event.id))
    expect(current.record.venue.artworks_for_sale_count).toBe(1)
    expect(current.etag).not.toBe(event.etag)
    expect((await patched(event, { title: 'Changed' })).record.title).toBe('Changed')
    expectProblem(await author.patch(event, { title: 'Again' }), 'precondition_failed')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUnvalidated, type Answer, type Sent } from '../support/send.ts'
import { document } from './document.ts'
import { validate } from './validate.ts'
import {
  buildService,
  SERVICES,
  type MakeRequest,
  type Service,
  type World,
} from './response-cases/response-case.ts'
import { kinds } from './response-cases/kinds.ts'
import { makeWorld } from './response-cases/world.ts'

// Partners search client logs for the text of an example, so each must equal the service's own problem.

interface Case {
  readonly request: MakeRequest
  readonly service?: Service
}

const JSON_TYPE = { 'content-type': 'application/json' }
const event = ({ recordIds }: World) => ({
  title: 'Northern Light',
  category: 1,
  venue: recordIds['/venues/{id}/'],
  start_time: '2026-03-14T09:00:00Z',
  end_time: '2026-06-30T16:00:00Z',
})
const post = (world: World, fields: object = {}): Sent => ({
  method: 'POST',
  path: '/events/',
  headers: { ...JSON_TYPE, authorization: world.keys.author },
  body: JSON.stringify({ ...event(world), ...fields }),
})
/** Of a published event of the author. */
const patch = async (world: World, fields: object, headers: Sent['headers']): Promise<Sent> => ({
  method: 'PATCH',
  path: `/events/${(await makeEvent(world.db, { author_id: world.authorId })).id}/`,
  headers: { ...JSON_TYPE, authorization: world.keys.author, ...headers },
  body: JSON.stringify(fields),
})
const withHeaders = (sent: Sent, headers: Sent['headers']): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
})

const CASES: Readonly<Record<string, Case>> = {
  InvalidParameter: { request: () => ({ path: '/events/?limit=abc' }) },
  UnknownParameter: { request: () => ({ path: '/events/?odering=start_time' }) },
  // No id of any kind is as great.
  NotFound: { request: () => ({ path: '/events/2147483648/' }) },
  DeliveriesWaiting: {
    request: async ({ db, authorId, keys }) => {
      const { id } = (await kinds['/webhooks/{id}/ping/']?.makeBusy?.(db, authorId)) ?? {}
      const headers = { authorization: keys.author }
      return { method: 'POST', path: `/webhooks/${id}/ping/`, headers }
    },
  },
  ChangeNumberExpired: { request: () => ({ path: '/events/rpde/?afterChangeNumber=1' }) },
  CursorExpired: { request: () => ({ path: '/events/changes/?cursor=x' }) },
  MethodNotAllowed: { request: () => ({ method: 'DELETE', path: '/' }) },
  NotAcceptable: { request: () => ({ path: '/venues/', headers: { accept: 'image/png' } }) },
  InvalidField: { request: (world) => post(world, { end_time: '30 June 2026' }) },
  ServerField: { request: (world) => post(world, { slug: 'northern-light' }) },
  InvalidJson: {
    request: (world) => ({
      ...post(world),
      body: '{\n  "title": "Northern Light",\n  "venue": 12',
    }),
  },
  Unauthorized: { request: () => ({ method: 'POST', path: '/events/' }) },
  MissingScope: {
    request: (world) => withHeaders(post(world), { authorization: world.keys.painter }),
  },
  NotTheAuthor: {
    request: (world) => patch(world, {}, { 'if-match': '*', authorization: world.keys.another }),
  },
  NotAMember: {
    request: async ({ db, keys }) => {
      const { id } = await makeArtwork(db, { gallery_id: (await makeGallery(db, { id: 57 })).id })
      const headers = { authorization: keys.author, 'if-match': '*' }
      return { method: 'DELETE', path: `/marketplace-artworks/${id}/`, headers }
    },
  },
  RecordInUse: {
    request: async ({ db, keys }) => {
      const { id: venue_id } = await makeVenue(db, { id: 12 })
      for (const id of [812, 815, 901]) await makeEvent(db, { id, venue_id })
      const headers = { authorization: keys.author, 'if-match': '*' }
      return { method: 'DELETE', path: `/venues/${venue_id}/`, headers }
    },
  },
  IdempotencyKeyInUse: {
    service: 'with waiting operations',
    request: async (world, send) => {
      const sent = withHeaders(post(world), { 'idempotency-key': 'in use' })
      const begun = world.hasBegun()
      world.unfinished.push(send(sent))
      await begun
      return sent
    },
  },
  InvalidTransition: {
    request: (world) => patch(world, { publish_status: 'draft' }, { 'if-match': '*' }),
  },
  PreconditionFailed: {
    request: async (world) => {
      const sent = await patch(world, {}, {})
      const [id] = /\d+/.exec(sent.path ?? '') ?? []
      return withHeaders(sent, { 'if-match': `"${id}-20230201080000.stale"` })
    },
  },
  ContentTooLarge: {
    request: (world) => post(world, { content: 'x'.repeat(256 * 1024) }),
  },
  UriTooLong: { request: () => ({ path: `/events/?name=${'x'.repeat(5_000)}` }) },
  HeaderFieldsTooLarge: {
    request: () => ({ path: '/events/', headers: { accept: 'text/csv,'.repeat(200) } }),
  },
  UnsupportedMediaType: {
    request: (world) => withHeaders(post(world), { 'content-type': 'text/plain' }),
  },
  UnknownRecord: { request: (world) => post(world, { venue: 999 }) },
  BrokenRule: { request: (world) => post(world, { end_time: '2026-03-14T08:00:00Z' }) },
  IdempotencyKeyReused: {
    request: async (world, send) => {
      const sent = withHeaders(post(world), { 'idempotency-key': 'reused' })
      await send(sent)
      return { ...sent, body: post(world, { title: 'Late Light' }).body ?? '' }
    },
  },
  PreconditionRequired: { request: (world) => patch(world, {}, {}) },
  TooManyRequests: {
    service: 'rate limited',
    request: async (_, send) => {
      await send({ path: '/events/' })
      return { path: '/events/' }
    },
  },
  Overloaded: { service: 'with overloaded operations', request: () => ({ path: '/events/' }) },
  InternalError: { service: 'with failing operations', request: () => ({ path: '/events/' }) },
  ServiceUnavailable: { service: 'without a database', request: () => ({ path: '/events/' }) },
}

const test = useService()
const services = new Map<Service, Awaited<ReturnType<typeof buildService>>>()
let world: World

beforeAll(async () => {
  for (const kind of SERVICES) services.set(kind, await buildService(kind, test))
  world = await makeWorld(test.db, services.get('with waiting operations')!.hasBegun)
})

afterAll(async () => {
  await Promise.all(world.unfinished)
  for (const { close } of services.values()) await close()
})

const isProblem = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && 'code' in (value as object)
const examples = Object.entries(document.components.examples).flatMap(([name, { value }]) =>
  isProblem(value) ? [{ name, value }] : [],
)

/** The example with the URL of the service and the id of the request. */
function ofService(example: Record<string, unknown>, { headers }: Answer): object {
  const host = document.servers[0]!.url.replace('/api/v1', '')
  const type = String(example['type']).replace(host, PUBLIC_URL)
  // As long as the rest of the minute is.
  const wait = `in ${headers['retry-after']} s`
  const detail = String(example['detail']).replace(/in \d+ s\b/, wait)
  return { ...example, type, detail, instance: `urn:uuid:${headers['x-request-id']}` }
}

describe('the examples of problems', () => {
  it('have a case each', () => {
    expect(examples.map(({ name }) => name).toSorted()).toEqual(Object.keys(CASES).toSorted())
  })

  it.each(examples)('$name equals the problem of the service', async ({ name, value }) => {
    const { request, service = 'running' } = CASES[name]!
    const { app } = services.get(service)!
    const send = (sent: Sent): Promise<Answer> => sendUnvalidated(app, sent)
    const response = await send(await request(world, send))
    expect(validate(response).errors).toEqual([])
    const toDo = `Write the problem of the service into the example ${name} of the contract.`
    expect(response.json(), toDo).toEqual(ofService(value, response))
  })

  it('equal the problem of a line of a batch', async () => {
    const lines = String(document.components.examples['BatchResponse']?.value).split('\n')
    const { problem } = JSON.parse(lines[1] ?? '') as { problem: Record<string, unknown> }
    const { id: gallery } = await makeGallery(test.db, { owner_id: world.authorId })
    const artwork = { title: 'Harbour at Dusk', artists: [], gallery, category: 999 }
    const fields = { ...artwork, units: 'inch', price_display: 'price on request' }
    const response = await test.send({
      method: 'POST',
      path: '/marketplace-artworks/batch/',
      headers: { authorization: world.keys.author, 'content-type': 'application/x-ndjson' },
      body: JSON.stringify({ external_id: 'A-1018', artwork: fields }),
    })
    const [answer = ''] = response.text.split('\n')
    expect((JSON.parse(answer) as { problem: unknown }).problem).toEqual(
      ofService(problem, response),
    )
  })
})

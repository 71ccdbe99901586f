import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  ConnectionError,
  ProblemError,
  type Event,
  type Tagged,
} from '../../src/client/create-client.ts'
import { makeVenue } from '../support/make-venue.ts'
import { idsOf, newEvent } from './support/events.ts'
import type { Fate, MadeAnswer } from './support/faulty-front.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

const UNAVAILABLE = {
  type: 'https://art.example/docs/problems/service_unavailable',
  title: 'Service unavailable',
  status: 503,
  detail: 'Not now.',
  instance: 'urn:uuid:5b0f6b0e-8f0c-4b57-9c39-0f5c0a3f4f7d',
  code: 'service_unavailable',
}

const unavailable = (retryAfter: string): MadeAnswer => ({
  status: 503,
  headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
  body: JSON.stringify(UNAVAILABLE),
})
const overloaded: MadeAnswer = {
  ...unavailable('0'),
  body: JSON.stringify({ ...UNAVAILABLE, code: 'overloaded' }),
}
const html = (status: number, headers = {}): MadeAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: '<h1>Sorry</h1>',
})

const outcomes = () => test.front.received.map(({ status }) => status)
const keysSent = () => new Set(test.front.received.map((sent) => sent.headers['idempotency-key']))

/** Whether the service waits for a lock on a table. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(test.db)
  return rows.length > 0
}

/** Between the first two requests. */
function secondsBetween(): number {
  const [first, second] = test.front.received
  return ((second?.at ?? 0) - (first?.at ?? 0)) / 1000
}

describe('a GET', () => {
  it.each<[string, Fate]>([
    ['the connection is reset', 'is lost'],
    ['the connection is reset before the answer', 'is not answered'],
    ['half of the answer comes', 'is half answered'],
    ['a proxy says 502', html(502)],
    ['a proxy says 504', html(504)],
    ['it came too slowly', html(408)],
    ['there were too many', html(429, { 'retry-after': '0' })],
    ['the service says 503', unavailable('0')],
  ])('is sent again when %s', async (_, fate) => {
    const { id, name } = await makeVenue(test.db)
    test.front.plan(fate)
    const { record } = await test.client().retrieveVenue(id)
    expect(record.name).toBe(name)
    expect(test.front.received).toHaveLength(2)
  })

  it('is sent again after the seconds that the service names', async () => {
    const { id } = await makeVenue(test.db)
    test.front.plan(unavailable('1'))
    await test.client().retrieveVenue(id)
    expect(secondsBetween()).toBeGreaterThan(1)
  })

  it.each([400, 401, 404, 500])('is not sent again when it is answered with %i', async (status) => {
    test.front.plan(html(status))
    await expect(test.client().retrieveVenue(1)).rejects.toMatchObject({ status })
    expect(test.front.received).toHaveLength(1)
  })

  it('ends with the last answer when all tries are used up', async () => {
    test.front.plan(...Array.from({ length: 9 }, () => unavailable('0')))
    const call = test.client({ retries: 2 }).retrieveVenue(1)
    await expect(call).rejects.toThrow(ProblemError)
    await expect(call).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(test.front.received).toHaveLength(3)
  })

  it('is sent once without retries', async () => {
    test.front.plan('is lost')
    await expect(test.client({ retries: 0 }).retrieveVenue(1)).rejects.toThrow(ConnectionError)
    expect(test.front.received).toHaveLength(1)
  })

  it('does not wait for longer than it may', async () => {
    test.front.plan(unavailable('3600'))
    await expect(test.client().retrieveVenue(1)).rejects.toMatchObject({ status: 503 })
    expect(test.front.received).toHaveLength(1)
  })

  it('is sent again when nothing is answered in time', async () => {
    const { id } = await makeVenue(test.db)
    test.front.plan('meets silence')
    const { record } = await test.client({ timeoutMs: 600 }).retrieveVenue(id)
    expect(record.id).toBe(id)
    expect(test.front.received.length).toBeGreaterThan(1)
  })

  it('tells why when there is never an answer', async () => {
    test.front.plan('meets silence', 'meets silence')
    const call = test.client({ timeoutMs: 500, retries: 1 }).retrieveVenue(7)
    await expect(call).rejects.toThrow(ConnectionError)
    await expect(call).rejects.toMatchObject({
      method: 'GET',
      url: `${test.baseUrl}/venues/7/`,
      cause: { name: 'TimeoutError' },
    })
    expect(test.front.received).toHaveLength(2)
  })
})

describe('a POST', () => {
  it.each<[string, Fate]>([
    ['its answer is lost', 'is not answered'],
    ['half of its answer comes', 'is half answered'],
    ['a proxy answers 502 although it was done', { insteadOfAnswer: html(502) }],
    ['the service says 503 although it was done', { insteadOfAnswer: unavailable('0') }],
    ['it never came', 'is lost'],
  ])('creates one event when %s', async (_, fate) => {
    const event = await newEvent(test)
    test.front.plan(fate)
    const { record, etag } = await test.client().createEvent(event)
    expect(await idsOf(test, event.title)).toEqual([record.id])
    expect(etag).toMatch(/^"/)
    expect(test.front.received).toHaveLength(2)
    expect([...keysSent()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it('waits for the first try when that is still at work', async () => {
    const event = await newEvent(test)
    let creating: Promise<Tagged<Event>> | undefined
    await test.db.transaction().execute(async (trx) => {
      // Nobody can insert until this transaction ends, which it does when the second try was refused.
      await sql`LOCK TABLE events IN EXCLUSIVE MODE`.execute(trx)
      test.front.plan({ isLeft: () => expect.poll(isWaiting).toBe(true) })
      creating = test.client().createEvent(event)
      await expect.poll(outcomes).toContain(409)
    })
    const created = await creating
    expect(await idsOf(test, event.title)).toEqual([created?.record.id])
    expect(outcomes()[0]).toBe(201)
    expect(outcomes().at(-1)).toBe(201)
  })

  it('has a name of its own each time, and the one that it is given', async () => {
    const client = test.client()
    await client.createVenue({ name: 'Kunsthal Nord' })
    await client.createVenue({ name: 'Kunsthal Nord' })
    await client.api.POST('/venues/', { body: { name: 'Kunsthal Nord' } })
    expect(keysSent().size).toBe(3)
    const first = await client.createVenue({ name: 'Nord' }, { idempotencyKey: 'nord' })
    const second = await client.createVenue({ name: 'Nord' }, { idempotencyKey: 'nord' })
    expect(second).toEqual(first)
  })

  it('can be sent again with the key that its failure tells', async () => {
    const event = await newEvent(test)
    test.front.plan('is not answered')
    const error: unknown = await test
      .client({ retries: 0 })
      .createEvent(event)
      .catch((reason: unknown) => reason)
    if (!(error instanceof ConnectionError)) throw error
    const { idempotencyKey } = error
    const { record } = await test.client().createEvent(event, { idempotencyKey })
    expect(await idsOf(test, event.title)).toEqual([record.id])
  })
})

describe('a change with If-Match', () => {
  // Sent again after it was done, it would be answered with 412 or 404, as if it had not been.
  it.each<[string, Fate]>([
    ['its answer is lost', 'is not answered'],
    ['a proxy answers 502 although it was done', { insteadOfAnswer: html(502) }],
    ['the service says 503 although it was done', { insteadOfAnswer: unavailable('0') }],
  ])('is sent once when %s', async (_, fate) => {
    const client = test.client()
    const draft = await client.createEvent(await newEvent(test))
    test.front.plan(fate)
    await expect(client.partialUpdateEvent(draft, { title: 'Changed' })).rejects.toThrow()
    expect(outcomes()).toEqual([200])
    const changed = await client.retrieveEvent(draft.record.id)
    expect(changed.record.title).toBe('Changed')
    test.front.plan(fate)
    await expect(client.deleteEvent(changed)).rejects.toThrow()
    expect(outcomes()).toEqual([204])
  })

  it.each([
    ['429', html(429, { 'retry-after': '0' })],
    ['overloaded', overloaded],
  ])('is sent again when it was refused before anything was done: %s', async (_, refused) => {
    const client = test.client()
    const event = await newEvent(test)
    const draft = await client.createEvent(event)
    test.front.plan(refused)
    const replaced = await client.updateEvent(draft, { ...event, title: 'Replaced' })
    expect(outcomes()).toEqual([undefined, 200])
    test.front.plan(refused)
    await client.deleteEvent(replaced)
    expect(outcomes()).toEqual([undefined, 204])
  })
})

describe('a signal', () => {
  const stop = new Error('Stop')

  it.each(['of the call', 'of the client'])('%s ends a wait', async (whose) => {
    const { signal, abort } = signalOf()
    const client = test.client(whose === 'of the client' ? { signal } : {})
    test.front.plan(unavailable('30'))
    const call = client.retrieveVenue(1, whose === 'of the call' ? { signal } : {})
    const ended = expect(call).rejects.toBe(stop)
    await expect.poll(() => test.front.received.length).toBe(1)
    abort()
    await ended
    expect(test.front.received).toHaveLength(1)
  })

  it.each([0, 4])('ends a try, with %i more to come', async (retries) => {
    const { signal, abort } = signalOf()
    test.front.plan('meets silence')
    const call = test.client({ retries }).retrieveVenue(1, { signal })
    const ended = expect(call).rejects.toBe(stop)
    await expect.poll(() => test.front.received.length).toBe(1)
    abort()
    await ended
    expect(test.front.received).toHaveLength(1)
  })

  it('that was given already lets nothing be sent', async () => {
    const { signal, abort } = signalOf()
    abort()
    await expect(test.client({ signal }).retrieveVenue(1)).rejects.toBe(stop)
    expect(test.front.received).toEqual([])
  })

  function signalOf(): { signal: AbortSignal; abort: () => void } {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort(stop) }
  }
})

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
import type { InjectedFault, MadeResponse } from '../support/fault-proxy.ts'
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

const unavailable = (retryAfter: string): MadeResponse => ({
  status: 503,
  headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
  body: JSON.stringify(UNAVAILABLE),
})
const overloaded: MadeResponse = {
  ...unavailable('0'),
  body: JSON.stringify({ ...UNAVAILABLE, code: 'overloaded' }),
}
const html = (status: number, headers = {}): MadeResponse => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: '<h1>Sorry</h1>',
})

const outcomes = () => test.proxy.received.map(({ status }) => status)
const keysSent = () => new Set(test.proxy.received.map((sent) => sent.headers['idempotency-key']))

/** Whether the service waits for a table lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(test.db)
  return rows.length > 0
}

/** The time between the first two requests. */
function secondsBetween(): number {
  const [first, second] = test.proxy.received
  return ((second?.at ?? 0) - (first?.at ?? 0)) / 1000
}

describe('a GET', () => {
  it.each<[string, InjectedFault]>([
    ['the connection is reset', 'reset before the service'],
    ['the connection is reset before the response', 'reset after the service'],
    ['half of the response arrives', 'half a response'],
    ['a proxy responds with 502', html(502)],
    ['a proxy responds with 504', html(504)],
    ['a proxy responds with 408', html(408)],
    ['a proxy responds with 429', html(429, { 'retry-after': '0' })],
    ['the service responds with 503', unavailable('0')],
  ])('is sent again when %s', async (_, fault) => {
    const { id, name } = await makeVenue(test.db)
    test.proxy.inject(fault)
    const { record } = await test.client().retrieveVenue(id)
    expect(record.name).toBe(name)
    expect(test.proxy.received).toHaveLength(2)
  })

  it('is sent again after the seconds of Retry-After', async () => {
    const { id } = await makeVenue(test.db)
    test.proxy.inject(unavailable('1'))
    await test.client().retrieveVenue(id)
    expect(secondsBetween()).toBeGreaterThan(1)
  })

  it.each([400, 401, 404, 500])('is not sent again after %i', async (status) => {
    test.proxy.inject(html(status))
    await expect(test.client().retrieveVenue(1)).rejects.toMatchObject({ status })
    expect(test.proxy.received).toHaveLength(1)
  })

  it('fails with the last response after all retries', async () => {
    test.proxy.inject(...Array.from({ length: 9 }, () => unavailable('0')))
    const call = test.client({ retries: 2 }).retrieveVenue(1)
    await expect(call).rejects.toThrow(ProblemError)
    await expect(call).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(test.proxy.received).toHaveLength(3)
  })

  it('is sent once without retries', async () => {
    test.proxy.inject('reset before the service')
    await expect(test.client({ retries: 0 }).retrieveVenue(1)).rejects.toThrow(ConnectionError)
    expect(test.proxy.received).toHaveLength(1)
  })

  it('does not wait longer than the maximum', async () => {
    test.proxy.inject(unavailable('3600'))
    await expect(test.client().retrieveVenue(1)).rejects.toMatchObject({ status: 503 })
    expect(test.proxy.received).toHaveLength(1)
  })

  it('is sent again after a timeout', async () => {
    const { id } = await makeVenue(test.db)
    test.proxy.inject('no response')
    const { record } = await test.client({ timeoutMs: 600 }).retrieveVenue(id)
    expect(record.id).toBe(id)
    expect(test.proxy.received.length).toBeGreaterThan(1)
  })

  it('has the cause in its error after the last timeout', async () => {
    test.proxy.inject('no response', 'no response')
    const call = test.client({ timeoutMs: 500, retries: 1 }).retrieveVenue(7)
    await expect(call).rejects.toThrow(ConnectionError)
    await expect(call).rejects.toMatchObject({
      method: 'GET',
      url: `${test.baseUrl}/venues/7/`,
      cause: { name: 'TimeoutError' },
    })
    expect(test.proxy.received).toHaveLength(2)
  })
})

describe('a POST', () => {
  it.each<[string, InjectedFault]>([
    ['its response is lost', 'reset after the service'],
    ['half of its response arrives', 'half a response'],
    ['a proxy responds with 502 after success', { replaceResponse: html(502) }],
    ['a 503 replaces the success', { replaceResponse: unavailable('0') }],
    ['the request is lost', 'reset before the service'],
  ])('creates one event when %s', async (_, fault) => {
    const event = await newEvent(test)
    test.proxy.inject(fault)
    const { record, etag } = await test.client().createEvent(event)
    expect(await idsOf(test, event.title)).toEqual([record.id])
    expect(etag).toMatch(/^"/)
    expect(test.proxy.received).toHaveLength(2)
    expect([...keysSent()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it('waits for its first attempt while that is running', async () => {
    const event = await newEvent(test)
    let creating: Promise<Tagged<Event>> | undefined
    await test.db.transaction().execute(async (trx) => {
      // No insert can finish until this transaction ends, after the rejection of the second attempt.
      await sql`LOCK TABLE events IN EXCLUSIVE MODE`.execute(trx)
      test.proxy.inject({ resetDuring: () => expect.poll(isWaiting).toBe(true) })
      creating = test.client().createEvent(event)
      await expect.poll(outcomes).toContain(409)
    })
    const created = await creating
    expect(await idsOf(test, event.title)).toEqual([created?.record.id])
    expect(outcomes()[0]).toBe(201)
    expect(outcomes().at(-1)).toBe(201)
  })

  it('has a new idempotency key each time, or the given one', async () => {
    const client = test.client()
    await client.createVenue({ name: 'Kunsthal Nord' })
    await client.createVenue({ name: 'Kunsthal Nord' })
    expect(keysSent().size).toBe(2)
    const first = await client.createVenue({ name: 'Nord' }, { idempotencyKey: 'nord' })
    const second = await client.createVenue({ name: 'Nord' }, { idempotencyKey: 'nord' })
    expect(second).toEqual(first)
  })

  it('can be sent again with the key in its error', async () => {
    const event = await newEvent(test)
    test.proxy.inject('reset after the service')
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
  // A repetition after success would get 412 or 404.
  it.each<[string, InjectedFault]>([
    ['its response is lost', 'reset after the service'],
    ['a proxy responds with 502 after success', { replaceResponse: html(502) }],
    ['a 503 replaces the success', { replaceResponse: unavailable('0') }],
  ])('is sent once when %s', async (_, fault) => {
    const client = test.client()
    const draft = await client.createEvent(await newEvent(test))
    test.proxy.inject(fault)
    await expect(client.partialUpdateEvent(draft, { title: 'Changed' })).rejects.toThrow()
    expect(outcomes()).toEqual([200])
    const changed = await client.retrieveEvent(draft.record.id)
    expect(changed.record.title).toBe('Changed')
    test.proxy.inject(fault)
    await expect(client.deleteEvent(changed)).rejects.toThrow()
    expect(outcomes()).toEqual([204])
  })

  it.each([
    ['429', html(429, { 'retry-after': '0' })],
    ['overloaded', overloaded],
  ])('is sent again after a rejection before its execution: %s', async (_, rejected) => {
    const client = test.client()
    const event = await newEvent(test)
    const draft = await client.createEvent(event)
    test.proxy.inject(rejected)
    const replaced = await client.updateEvent(draft, { ...event, title: 'Replaced' })
    expect(outcomes()).toEqual([undefined, 200])
    test.proxy.inject(rejected)
    await client.deleteEvent(replaced)
    expect(outcomes()).toEqual([undefined, 204])
  })
})

describe('a signal', () => {
  const stop = new Error('Stop')

  it.each(['of the call', 'of the client'])('%s ends a pause', async (whose) => {
    const { signal, abort } = signalOf()
    const client = test.client(whose === 'of the client' ? { signal } : {})
    test.proxy.inject(unavailable('30'))
    const call = client.retrieveVenue(1, whose === 'of the call' ? { signal } : {})
    const ended = expect(call).rejects.toBe(stop)
    await expect.poll(() => test.proxy.received.length).toBe(1)
    abort()
    await ended
    expect(test.proxy.received).toHaveLength(1)
  })

  it.each([0, 4])('ends an attempt with %i retries left', async (retries) => {
    const { signal, abort } = signalOf()
    test.proxy.inject('no response')
    const call = test.client({ retries }).retrieveVenue(1, { signal })
    const ended = expect(call).rejects.toBe(stop)
    await expect.poll(() => test.proxy.received.length).toBe(1)
    abort()
    await ended
    expect(test.proxy.received).toHaveLength(1)
  })

  it('that is already aborted prevents the request', async () => {
    const { signal, abort } = signalOf()
    abort()
    await expect(test.client({ signal }).retrieveVenue(1)).rejects.toBe(stop)
    expect(test.proxy.received).toEqual([])
  })

  function signalOf(): { signal: AbortSignal; abort: () => void } {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort(stop) }
  }
})

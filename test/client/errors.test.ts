import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ProblemError, UnexpectedResponseError } from '../../src/client/create-client.ts'
import { itemOf, lists, operations } from '../contract/document.ts'
import { readText } from '../support/repository.ts'
import { newEvent } from './support/events.ts'
import type { MadeResponse } from '../support/fault-proxy.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

async function errorOf(call: Promise<unknown>): Promise<Error> {
  const error = await call.then(
    () => new Error('No error'),
    (reason: unknown) => reason,
  )
  return error as Error
}

describe('a problem', () => {
  it('of a missing record', async () => {
    const error = await errorOf(test.client().retrieveEvent(987))
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({
      name: 'ProblemError',
      message: 'No event has the id 987.',
      detail: 'No event has the id 987.',
      status: 404,
      code: 'not_found',
      title: 'Not found',
      type: 'https://art.example/docs/problems/not_found',
      errors: [],
      method: 'GET',
      url: `${test.baseUrl}/events/987/`,
      idempotencyKey: undefined,
    })
    const { headers, instance } = error as ProblemError
    expect(instance).toBe(`urn:uuid:${headers.get('x-request-id')}`)
  })

  it('of a body has its errors', async () => {
    const event = { ...(await newEvent(test)), venue: 987, category: 0 }
    const error = await errorOf(test.client().createEvent(event))
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: '/category', detail: expect.any(String) }],
      idempotencyKey: expect.stringMatching(/./),
    })
  })

  it('of a list is thrown during the iteration', async () => {
    const venues = test.client().listVenues({ limit: 101 })
    await expect(venues[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ parameter: 'limit' }],
    })
  })

  it('of an invalid or missing key', async () => {
    const body = { name: 'Nowhere' }
    const wrong = await errorOf(test.client({ key: 'amk_wrong' }).createVenue(body))
    expect(wrong).toMatchObject({ status: 401, code: 'unauthorized' })
    const none = await errorOf(test.client({ key: undefined }).createVenue(body))
    expect(none).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(test.proxy.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer amk_wrong',
      undefined,
    ])
  })

  it('of a concurrent change', async () => {
    const client = test.client()
    const draft = await client.createEvent(await newEvent(test))
    await client.partialUpdateEvent(draft, { title: 'First' })
    const error = await errorOf(client.partialUpdateEvent(draft, { title: 'Second' }))
    expect(error).toMatchObject({ status: 412, code: 'precondition_failed', method: 'PATCH' })
  })

  // Errors are logged.
  it('does not show the key', async () => {
    const { key } = test.apiKey
    test.proxy.inject('reset before the service')
    const client = test.client({ retries: 0 })
    const errors = [
      await errorOf(client.retrieveEvent(987)),
      await errorOf(client.retrieveEvent(987)),
    ]
    expect(errors.map(({ name }) => name)).toEqual(['ConnectionError', 'ProblemError'])
    for (const shown of [...errors, client]) expect(inspect(shown, { depth: 9 })).not.toContain(key)
  })
})

describe('a response that is not from the service', () => {
  const json = 'application/json'
  const problem = 'application/problem+json'
  it.each<[string, MadeResponse]>([
    ['a page of a proxy', { status: 500, headers: { 'content-type': 'text/html' }, body: '<p>' }],
    ['HTML with 200', { status: 200, headers: { 'content-type': 'text/html' }, body: '{}' }],
    ['no type at all', { status: 200, body: '{}' }],
    ['null', { status: 200, headers: { 'content-type': json }, body: 'null' }],
    ['an array', { status: 200, headers: { 'content-type': json }, body: '[]' }],
    ['204', { status: 204 }],
    ['304', { status: 304 }],
    ['half a document', { status: 200, headers: { 'content-type': json }, body: '{"id": ' }],
    ['an empty document', { status: 200, headers: { 'content-type': json } }],
    ['half a problem', { status: 404, headers: { 'content-type': problem }, body: '{"code"' }],
    ['a null problem', { status: 404, headers: { 'content-type': problem }, body: 'null' }],
    [
      'a problem without detail',
      { status: 404, headers: { 'content-type': problem }, body: '{"code": "not_found"}' },
    ],
    [
      "a gateway's problem",
      { status: 403, headers: { 'content-type': problem }, body: '{"title": "No", "status": 403}' },
    ],
  ])('throws UnexpectedResponseError: %s', async (_, made) => {
    test.proxy.inject(made)
    const error = await errorOf(test.client().retrieveVenue(7))
    expect(error).toBeInstanceOf(UnexpectedResponseError)
    const { status, body = '' } = made
    expect(error).toMatchObject({ status, body, url: `${test.baseUrl}/venues/7/` })
    expect(test.proxy.received).toHaveLength(1)
  })

  it('is accepted with parameters of its media type', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    test.proxy.inject({ status: 200, headers, body: '{"id": 7}' })
    expect(await test.client().retrieveVenue(7)).toEqual({ record: { id: 7 }, etag: '' })
  })

  // Without an ETag, `If-Match` would not protect a concurrent change.
  it('can be read without its ETag, and nothing is changed by it', async () => {
    const event = await newEvent(test)
    const untagged = { status: 200, headers: { 'content-type': json }, body: '{"id": 7}' }
    test.proxy.inject(untagged, untagged)
    const client = test.client()
    const seen = await client.retrieveEvent(7)
    for (const call of [
      client.updateEvent(seen, event),
      client.partialUpdateEvent(seen, { title: 'Changed' }),
      client.deleteEvent(seen),
      client.changeEvent(7, () => ({ title: 'Changed' })),
    ]) {
      const message = 'The etag of what was seen is empty: it names no state'
      expect(await errorOf(call)).toEqual(new RangeError(message))
    }
    expect(test.proxy.received.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  // A POST that is redirected becomes a GET, and what that responses is nothing that was created.
  it.each([301, 302, 307, 308])('is not followed elsewhere (%i)', async (status) => {
    const visited: string[] = []
    const elsewhere = createServer((request, response) => {
      visited.push(request.url ?? '')
      response.setHeader('content-type', json).end('{"id": 7}')
    })
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as AddressInfo
    const redirect = { status, headers: { location: `http://127.0.0.1:${port}/` } }
    test.proxy.inject(redirect, redirect)
    const client = test.client()
    for (const call of [client.retrieveVenue(7), client.createVenue({ name: 'Nowhere' })]) {
      expect(await errorOf(call)).toMatchObject({ name: 'UnexpectedResponseError', status })
    }
    expect(visited).toEqual([])
    elsewhere.close()
  })
})

it('the types of the records of lists, and of the bodies that write records, are exported', () => {
  const text = readText('src/client/schemas.ts')
  const bodies = operations.flatMap(({ requestBody }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => schema.$ref?.split('/').at(-1)),
  )
  const written = bodies.filter((name = '') => /(?:Input|Patch)$/.test(name))
  const missing = new Set(
    [...lists.map(itemOf), ...written].filter((name) => !text.includes(`= Schemas['${name}']\n`)),
  )
  expect([...missing], 'Export them from src/client/schemas.ts').toEqual([])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { type Answer, sendUnvalidated, type Sent } from '../support/send.ts'
import { document, documentedResponses, operations } from './document.ts'
import { responseCases } from './response-cases/all.ts'
import {
  buildService,
  type Send,
  type Service,
  SERVICES,
  type World,
} from './response-cases/response-case.ts'
import { makeWorld } from './response-cases/world.ts'
import { errorsByCopy } from './validate-by-copy.ts'
import { validate } from './validate.ts'

// Requests each response that the contract documents and validates it. The cases of a new operation or status
// belong in response-cases/; this file does not change with the contract.

const test = useService()
const services = new Map<Service, Awaited<ReturnType<typeof buildService>>>()
const reached = new Set<string>()
const codes = new Set<string>()
let world: World

beforeAll(async () => {
  for (const kind of SERVICES) services.set(kind, await buildService(kind, test))
  world = await makeWorld(test.db, services.get('with waiting operations')!.hasBegun)
  await makeArtwork(test.db)
})

afterAll(async () => {
  for (const { close } of services.values()) await close()
  const found = documentedResponses.filter((response) => reached.has(response))
  console.log(`documented responses reached: ${found.length} of ${documentedResponses.length}`)
})

describe.each(operations)('$id', ({ id, responses }) => {
  it.each(Object.keys(responses))('responds with %s as documented', async (status) => {
    const attempts = responseCases[id]?.[status] ?? []
    expect(attempts, `No case of ${id} ${status} in test/contract/response-cases`).not.toEqual([])
    for (const { request, service = 'running' } of attempts) {
      const { app } = services.get(service)!
      const send = (one: Sent) => sendUnvalidated(app, one)
      const sent = await request(world, send)
      const received = await send(sent)
      const verdict = validate(received)
      expect([...verdict.errors, ...errorsByCopy(verdict.reached, received)]).toEqual([])
      const [mediaType] = received.headers['content-type']?.split(';') ?? ['-']
      expect(verdict.reached).toContain(`${id} ${status} ${mediaType}`)
      for (const response of verdict.reached) reached.add(response)
      if (received.status >= 400) codes.add(String(received.json()['code']))
      expect(await unmetPostconditions(sent, received, send)).toEqual([])
    }
  })
})

describe('the contract', () => {
  it('describes the responses of requests that were still running', async () => {
    const received = await Promise.all(world.unfinished)
    expect(received.map(({ status }) => status)).toEqual(
      operations
        .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
        .map(({ responses }) => ('201' in responses ? 201 : 200)),
    )
    expect(received.flatMap((response) => validate(response).errors)).toEqual([])
  })

  it('documents no response or media type that no case reaches', () => {
    expect(documentedResponses.filter((response) => !reached.has(response))).toEqual([])
  })

  // The server responds with the other two before a request reaches an operation.
  it('documents no problem code that no case reaches, except two', () => {
    const { properties } = document.components.schemas['Problem'] ?? {}
    const unreached = properties?.['code']?.['x-extensible-enum']?.filter(
      (code) => !codes.has(code),
    )
    expect(unreached).toEqual(['request_timeout', 'expectation_failed'])
  })

  it('documents every case', () => {
    const documented = new Set(
      operations.flatMap(({ id, responses }) =>
        Object.keys(responses).map((status) => `${id} ${status}`),
      ),
    )
    const requested = Object.entries(responseCases).flatMap(([id, statuses]) =>
      Object.keys(statuses).map((status) => `${id} ${status}`),
    )
    expect(requested.filter((response) => !documented.has(response))).toEqual([])
  })
})

/**
 * Violated postconditions of a response: a new record is at its `Location`, a change is visible, a deleted record
 * is gone, and a 304 has the current ETag.
 */
async function unmetPostconditions(sent: Sent, response: Answer, send: Send): Promise<string[]> {
  const { method, url, status, text, headers } = response
  const { 'if-none-match': _, ...others } = sent.headers ?? {}
  const get = (from: string) => send({ url: from, headers: others })
  if (status === 204) {
    const read = await get(url)
    // A path without GET.
    const after = read.status === 405 ? await send({ ...sent, method, url }) : read
    return after.status === 404 ? [] : [`The deleted record responds with ${after.status}`]
  }
  if (status === 304) {
    const { headers: current } = await get(url)
    return current['etag'] === headers['etag'] ? [] : [`The current ETag is ${current['etag']}`]
  }
  // A POST that creates no record returns what it did.
  if (status >= 300 || method === 'GET' || (method === 'POST' && status === 200)) return []
  const after = await get(status === 201 ? pathnameOf(headers['location']) : url)
  const { key, secret } = response.json()
  // Only the first response has the key itself, or the secret of a webhook.
  if (JSON.stringify({ ...after.json(), key, secret }) === text) return []
  return after.text === text && after.headers['etag'] === headers['etag']
    ? []
    : [`A later GET responds with ${after.status} ${after.text}`]
}

function pathnameOf(location = ''): string {
  return new URL(location).pathname
}

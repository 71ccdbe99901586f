import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { sendUnjudged, type Sent } from '../support/send.ts'
import { document, documentedResponses, operations } from './document.ts'
import { validate } from './validate.ts'
import { errorsByCopy } from './validate-by-copy.ts'
import { unmetPostconditions } from './postconditions.ts'
import { responseCases } from './response-cases/all.ts'
import { buildService, SERVICES, type Service, type World } from './response-cases/response-case.ts'
import { makeWorld } from './response-cases/world.ts'

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
      const send = (one: Sent) => sendUnjudged(app, one)
      const sent = await request(world, send)
      const answer = await send(sent)
      const verdict = validate(answer)
      expect([...verdict.faults, ...errorsByCopy(verdict.reached, answer)]).toEqual([])
      expect(verdict.reached).toContain(`${id} ${status} ${answer.headers['content-type'] ?? '-'}`)
      for (const response of verdict.reached) reached.add(response)
      if (answer.status >= 400) codes.add(String(answer.json()['code']))
      expect(await unmetPostconditions(sent, answer, send)).toEqual([])
    }
  })
})

describe('the contract', () => {
  it('describes the responses of requests that were left running', async () => {
    const answers = await Promise.all(world.unfinished)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.flatMap((answer) => validate(answer).faults)).toEqual([])
  })

  it('documents no response or media type that no case reaches', () => {
    expect(documentedResponses.filter((response) => !reached.has(response))).toEqual([])
  })

  // The server responds with the other two before a request reaches an operation.
  it('documents no problem code that no case reaches, but for two', () => {
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

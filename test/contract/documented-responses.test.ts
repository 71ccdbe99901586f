import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { sendUnjudged, type Sent } from '../support/send.ts'
import { document, documentedResponses, operations } from './document.ts'
import { judge } from './judge.ts'
import { faultsByCopy } from './judge-by-copy.ts'
import { brokenPromises } from './promises.ts'
import { provocations } from './provocations/all.ts'
import { buildService, SERVICES, type Service, type World } from './provocations/provocation.ts'
import { makeWorld } from './provocations/world.ts'

// Every response that the contract documents is provoked and held against it. What has to be known
// for a new operation or status stands in provocations/; nothing here changes with the contract.

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
  it.each(Object.keys(responses))('answers %s as documented', async (status) => {
    const attempts = provocations[id]?.[status] ?? []
    expect(attempts, `No provocation of ${id} ${status} in test/contract/provocations`).not.toEqual(
      [],
    )
    for (const { request, service = 'running' } of attempts) {
      const { app } = services.get(service)!
      const send = (one: Sent) => sendUnjudged(app, one)
      const sent = await request(world, send)
      const answer = await send(sent)
      const verdict = judge(answer)
      expect([...verdict.faults, ...faultsByCopy(verdict.reached, answer)]).toEqual([])
      expect(verdict.reached).toContain(`${id} ${status} ${answer.headers['content-type'] ?? '-'}`)
      for (const response of verdict.reached) reached.add(response)
      if (answer.status >= 400) codes.add(String(answer.json()['code']))
      expect(await brokenPromises(sent, answer, send)).toEqual([])
    }
  })
})

describe('the contract', () => {
  it('has what was left running answered in the end', async () => {
    const answers = await Promise.all(world.unfinished)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.flatMap((answer) => judge(answer).faults)).toEqual([])
  })

  it('has every documented response and media type reached', () => {
    expect(documentedResponses.filter((response) => !reached.has(response))).toEqual([])
  })

  // The others answer what never becomes a request to one.
  it('has every code of a problem reached that an operation answers with', () => {
    const { properties } = document.components.schemas['Problem'] ?? {}
    const unreached = properties?.['code']?.['x-extensible-enum']?.filter(
      (code) => !codes.has(code),
    )
    expect(unreached).toEqual(['request_timeout', 'expectation_failed'])
  })

  it('documents everything that is provoked', () => {
    const documented = new Set(
      operations.flatMap(({ id, responses }) =>
        Object.keys(responses).map((status) => `${id} ${status}`),
      ),
    )
    const provoked = Object.entries(provocations).flatMap(([id, statuses]) =>
      Object.keys(statuses).map((status) => `${id} ${status}`),
    )
    expect(provoked.filter((response) => !documented.has(response))).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnjudged } from '../support/send.ts'
import { documentedResponses, operations } from './document.ts'
import { makeFullArtwork, makeFullEvent, makeFullVenue } from './full-records.ts'
import { judge } from './judge.ts'
import { provocations } from './provocations/all.ts'
import { buildService, type Service, type World } from './provocations/provocation.ts'

// Every response that the contract documents is provoked and held against it. What has to be known
// for a new operation or status stands in provocations/; nothing here changes with the contract.

const test = useService()
const services = new Map<Service, Awaited<ReturnType<typeof buildService>>>()
const reached = new Set<string>()
let world: World

beforeAll(async () => {
  world = {
    artworkId: await makeFullArtwork(test.db),
    eventId: await makeFullEvent(test.db),
    venueId: await makeFullVenue(test.db),
  }
  await makeArtwork(test.db)
  await makeEvent(test.db)
  for (const kind of ['running', 'with failing operations', 'without a database'] as const) {
    services.set(kind, await buildService(kind, test.db))
  }
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
      const sent = await request(world, (first) => sendUnjudged(app, first))
      const answer = await sendUnjudged(app, sent)
      const verdict = judge(answer)
      expect(verdict.faults).toEqual([])
      expect(verdict.reached).toContain(`${id} ${status} ${answer.headers['content-type'] ?? '-'}`)
      for (const response of verdict.reached) reached.add(response)
    }
  })
})

describe('the contract', () => {
  it('has every documented response and media type reached', () => {
    expect(documentedResponses.filter((response) => !reached.has(response))).toEqual([])
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

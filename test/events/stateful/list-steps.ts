import fc from 'fast-check'
import { expect } from 'vitest'
import { anyCaller } from './callers.ts'
import { ORDERINGS, pageOf, searchOf, STATES, type Query } from './expected-page.ts'
import { listed, type Caller, type Model } from './model.ts'
import { expectRefusal } from './refusal.ts'
import { refusedListing } from './refusals.ts'
import type { Service } from './service.ts'
import { step, type Step } from './step.ts'

export function listSteps(): fc.Arbitrary<Step> {
  const orNone = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
  const query = fc.record({
    limit: orNone(fc.integer({ min: 1, max: 4 })),
    offset: orNone(fc.nat(5)),
    ordering: orNone(fc.constantFrom(...ORDERINGS)),
    publish_status: orNone(fc.constantFrom(...STATES)),
  })
  return fc
    .tuple(anyCaller, query)
    .map(([caller, asked]) =>
      step('a list', (model, service) => expectPage(model, service, caller, asked)),
    )
}

/** All events, so that whatever a step did to another one is seen. */
export async function expectAllListed(model: Model, service: Service): Promise<void> {
  for (const publish_status of STATES) {
    await expectPage(model, service, 'admin', { publish_status, limit: 100 })
  }
}

async function expectPage(
  model: Model,
  service: Service,
  caller: Caller,
  query: Query,
): Promise<void> {
  const path = `/events/${searchOf(query)}`
  const answer = await service.send(caller, { path })
  const refused = refusedListing(caller, query.publish_status)
  if (refused !== undefined) return expectRefusal(answer, refused)
  const records = listed(model, caller, query.publish_status ?? 'published')
  expect([answer.status, answer.json()]).toEqual([200, pageOf(records, query)])
  const headers = { 'if-none-match': answer.headers['etag'] ?? '' }
  const again = await service.send(caller, { path, headers })
  expect([again.status, again.text]).toEqual([304, ''])
}

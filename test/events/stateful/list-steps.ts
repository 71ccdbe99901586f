import fc from 'fast-check'
import { expect } from 'vitest'
import { API_URL } from '../../support/app.ts'
import { listGate } from './gates.ts'
import { listed, type Caller, type EventRecord, type Model, type PublishStatus } from './model.ts'
import { expectRefusal } from './refusal.ts'
import { anyCaller } from './requests.ts'
import type { Service } from './service.ts'
import { step, type Step } from './step.ts'
import { timeKey } from './timestamps.ts'

const STATES = ['published', 'draft', 'archived'] as const
const ORDERINGS = ['start_time', '-start_time', 'end_time', '-end_time'] as const

/** The parameters of a list; those that are undefined are left out. */
interface Query {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly ordering?: (typeof ORDERINGS)[number] | undefined
  readonly publish_status?: PublishStatus | undefined
}

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
  const refused = listGate(caller, query.publish_status)
  if (refused !== undefined) return expectRefusal(answer, refused)
  const records = inOrder(listed(model, caller, query.publish_status ?? 'published'), query)
  expect([answer.status, answer.json()]).toEqual([200, pageOf(records, query)])
  const headers = { 'if-none-match': answer.headers['etag'] ?? '' }
  const again = await service.send(caller, { path, headers })
  expect([again.status, again.text]).toEqual([304, ''])
}

/** Those with the same time stand in the order of their making, or in its reverse. */
function inOrder(records: EventRecord[], { ordering = '-start_time' }: Query): EventRecord[] {
  const key = ordering.replace('-', '') as 'start_time' | 'end_time'
  const ascending = records.toSorted((one, other) => {
    const [time, otherTime] = [timeKey(one[key]), timeKey(other[key])]
    return time === otherTime ? one.id - other.id : time < otherTime ? -1 : 1
  })
  return ordering.startsWith('-') ? ascending.toReversed() : ascending
}

function pageOf(records: readonly EventRecord[], query: Query): object {
  const { limit = 18, offset = 0 } = query
  const linkTo = (to: number) => `${API_URL}/events/${searchOf({ ...query, limit, offset: to })}`
  return {
    count: records.length,
    next: offset + limit < records.length ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(Math.max(0, offset - limit)) : null,
    results: records.slice(offset, offset + limit),
  }
}

/** The names in alphabetical order, as links have them. */
function searchOf(query: Query): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
  return given.length === 0 ? '' : `?${given.join('&')}`
}

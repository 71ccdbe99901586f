import fc from 'fast-check'
import { expect } from 'vitest'
import { readGate } from './gates.ts'
import { currentTag, type Caller } from './model.ts'
import { expectRefusal } from './refusal.ts'
import {
  anyCaller,
  conditionText,
  ifNoneMatch,
  target,
  textOf,
  type Condition,
  type Found,
} from './requests.ts'
import { headersOf, type Service } from './service.ts'
import { eventStep, type Step } from './step.ts'

export function readSteps(): fc.Arbitrary<Step> {
  return fc
    .record({ target, caller: anyCaller, condition: ifNoneMatch })
    .map(({ target: sought, ...request }) =>
      eventStep(textOf(request), sought, (found, _model, service) =>
        read({ ...request, ...found }, service),
      ),
    )
}

interface Reading extends Found {
  readonly caller: Caller
  readonly condition: Condition
}

/** What the comparison of `If-None-Match`, which is weak, takes for the current state. */
const KNOWING: readonly Condition[] = ['current', 'any', 'several', 'weak']

async function read(request: Reading, service: Service): Promise<void> {
  const { id, event, caller, condition } = request
  const headers = headersOf({ 'if-none-match': conditionText(condition, event) })
  const answer = await service.send(caller, { path: `/events/${id}/`, headers })
  const refused = readGate(request, caller)
  if (refused !== undefined) return expectRefusal(answer, refused)
  if (event === undefined) return
  expect(answer.headers['etag']).toBe(currentTag(event))
  const isKnown = KNOWING.includes(condition)
  expect(answer.status).toBe(isKnown ? 304 : 200)
  if (isKnown) expect(answer.text).toBe('')
  else expect(answer.json()).toEqual(event.record)
}

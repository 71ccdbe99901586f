import fc from 'fast-check'
import { expect } from 'vitest'
import { anyCaller } from './callers.ts'
import { conditionText, ifNoneMatch, isKnown, type Condition } from './conditions.ts'
import { currentTag, type Caller } from './model.ts'
import { expectRefusal } from './refusal.ts'
import { refusedReading } from './refusals.ts'
import { headersOf, type Service } from './service.ts'
import { eventStep, requestText, type Step } from './step.ts'
import { target, type Found } from './targets.ts'

export function readSteps(): fc.Arbitrary<Step> {
  return fc
    .record({ target, caller: anyCaller, condition: ifNoneMatch })
    .map(({ target: sought, ...request }) =>
      eventStep(requestText(request), sought, (found, _model, service) =>
        read({ ...request, ...found }, service),
      ),
    )
}

interface Reading extends Found {
  readonly caller: Caller
  readonly condition: Condition
}

async function read(request: Reading, service: Service): Promise<void> {
  const { id, event, caller, condition } = request
  const headers = headersOf({ 'if-none-match': conditionText(condition, event) })
  const answer = await service.send(caller, { path: `/events/${id}/`, headers })
  const refused = refusedReading(request, caller)
  if (refused !== undefined) return expectRefusal(answer, refused)
  if (event === undefined) return
  expect(answer.headers['etag']).toBe(currentTag(event))
  expect(answer.status).toBe(isKnown(condition) ? 304 : 200)
  if (isKnown(condition)) expect(answer.text).toBe('')
  else expect(answer.json()).toEqual(event.record)
}

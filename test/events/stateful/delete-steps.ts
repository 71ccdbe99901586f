import fc from 'fast-check'
import { expect } from 'vitest'
import { changer, changerOf } from './callers.ts'
import { conditionText, ifMatch } from './conditions.ts'
import { expectRefusal } from './refusal.ts'
import { refusedRemoval, type Removal } from './refusals.ts'
import { expectStored, headersOf, type Service } from './service.ts'
import { eventStep, requestText, type Step } from './step.ts'
import { target } from './targets.ts'

export function deleteSteps(): fc.Arbitrary<Step> {
  return fc
    .record({ target, caller: changer, condition: ifMatch })
    .map(({ target: sought, caller, ...request }) =>
      eventStep(requestText(request), sought, (found, _model, service) => {
        const sender = changerOf(found, caller)
        return remove({ ...request, ...found, caller: sender }, service)
      }),
    )
}

async function remove(request: Removal, service: Service): Promise<void> {
  const { id, event, caller, condition: kind } = request
  const path = `/events/${id}/`
  const headers = headersOf({ 'if-match': conditionText(kind, event) })
  const answer = await service.send(caller, { method: 'DELETE', path, headers })
  const refused = refusedRemoval(request)
  if (refused !== undefined) {
    expectRefusal(answer, refused)
    if (event !== undefined) await expectStored(service, event)
  } else if (event !== undefined) {
    expect([answer.status, answer.text]).toEqual([204, ''])
    event.isDeleted = true
    expect((await service.send(event.author, { path })).status).toBe(404)
  }
}

import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '../../support/send.ts'
import { patchBody, wholeBody } from './bodies.ts'
import type { Body } from './body.ts'
import { changer, changerOf } from './callers.ts'
import { conditionText, ifMatch } from './conditions.ts'
import { changedRecord, replacedRecord } from './expected-record.ts'
import { patchType, wholeType } from './media-types.ts'
import type { EventRecord, Model, ModelEvent } from './model.ts'
import { expectRefusal } from './refusal.ts'
import { refusedChange, type Change } from './refusals.ts'
import { expectStored, headersOf, writerOf, type Service } from './service.ts'
import { eventStep, requestText, type Step } from './step.ts'
import { expectMovedValues } from './told-values.ts'
import { target } from './targets.ts'
import type { World } from './world.ts'

export function replaceSteps(world: World): fc.Arbitrary<Step> {
  return changeSteps('PUT', wholeBody(world, false))
}

export function patchSteps(world: World): fc.Arbitrary<Step> {
  return changeSteps('PATCH', patchBody(world))
}

/** From one state to another, with nothing else in the body. */
export function moveSteps(status: 'published' | 'archived'): fc.Arbitrary<Step> {
  const fields = { publish_status: { sent: status, shown: status } }
  const text = JSON.stringify({ publish_status: status })
  return changeSteps('PATCH', fc.constant({ text, isReadable: true, fields, faults: [] }))
}

function changeSteps(method: Change['method'], body: fc.Arbitrary<Body>): fc.Arbitrary<Step> {
  return fc
    .record({
      method: fc.constant(method),
      target,
      caller: changer,
      condition: ifMatch,
      mediaType: method === 'PATCH' ? patchType : wholeType,
      body,
    })
    .map(({ target: sought, caller, ...request }) =>
      eventStep(requestText(request), sought, (found, model, service) => {
        const sender = changerOf(found, caller)
        return change({ ...request, ...found, caller: sender }, model, service)
      }),
    )
}

async function change(request: Change, model: Model, service: Service): Promise<void> {
  const { id, event, caller, method, condition: kind, mediaType: type, body } = request
  const headers = headersOf({ 'content-type': type, 'if-match': conditionText(kind, event) })
  const sent = { method, path: `/events/${id}/`, headers, body: body.text }
  const answer = await service.send(caller, sent)
  const refused = refusedChange(request, service.world.placeholder)
  if (refused !== undefined) expectRefusal(answer, refused)
  else if (event !== undefined) expectChanged(request, event, model, service, answer)
  if (event !== undefined) await expectStored(service, event)
}

function expectChanged(
  { method, caller, body }: Change,
  event: ModelEvent,
  model: Model,
  { world }: Service,
  answer: Answer,
): void {
  expect(answer.status, answer.text).toBe(200)
  const told = answer.json() as EventRecord
  const { placeholder } = world
  const write = { fields: body.fields, user: writerOf(world, caller), placeholder, told }
  const before = event.record
  const record = method === 'PUT' ? replacedRecord(before, write) : changedRecord(before, write)
  expect(told).toEqual(record)
  expectMovedValues(model, before, told)
  event.record = record
  event.etags.push(answer.headers['etag'] ?? '')
}

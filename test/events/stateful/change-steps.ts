import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '../../support/send.ts'
import { patchBody, unreadableOr, wholeBody, type Body } from './bodies.ts'
import { changedRecord, replacedRecord } from './expected-record.ts'
import { changeGate, type Change } from './gates.ts'
import type { EventRecord, Model, ModelEvent } from './model.ts'
import { expectRefusal } from './refusal.ts'
import { changer, condition, conditionText, mediaType, target, textOf } from './requests.ts'
import { expectStored, headersOf, writerOf, type Service } from './service.ts'
import { eventStep, type Step } from './step.ts'
import { expectMovedValues } from './told-values.ts'
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
      condition,
      mediaType: mediaType(method === 'PATCH'),
      body: unreadableOr(body),
    })
    .map(({ target: sought, caller, ...request }) =>
      eventStep(textOf(request), sought, (found, model, service) => {
        const sender = caller ?? found.event?.author ?? 'first'
        return change({ ...request, ...found, caller: sender }, model, service)
      }),
    )
}

async function change(request: Change, model: Model, service: Service): Promise<void> {
  const { id, event, caller, method, condition: kind, mediaType: type, body } = request
  const headers = headersOf({ 'content-type': type, 'if-match': conditionText(kind, event) })
  const sent = { method, path: `/events/${id}/`, headers, body: body.text }
  const answer = await service.send(caller, sent)
  const refused = changeGate(request, service.world.placeholder)
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
  const told = answer.json() as EventRecord
  const { placeholder } = world
  const write = { fields: body.fields, user: writerOf(world, caller), placeholder, told }
  const before = event.record
  const record = method === 'PUT' ? replacedRecord(before, write) : changedRecord(before, write)
  expect([answer.status, told]).toEqual([200, record])
  expectMovedValues(model, before, told)
  event.record = record
  event.etags.push(answer.headers['etag'] ?? '')
}

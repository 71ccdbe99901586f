import fc from 'fast-check'
import { expect } from 'vitest'
import { API_URL } from '../../support/app.ts'
import { unreadableOr, wholeBody } from './bodies.ts'
import { createdRecord } from './expected-record.ts'
import { createGate, type Creation } from './gates.ts'
import type { EventRecord, Model } from './model.ts'
import { expectRefusal } from './refusal.ts'
import { creator, mediaType, textOf } from './requests.ts'
import { expectStored, headersOf, writerOf, type Service } from './service.ts'
import { step, type Step } from './step.ts'
import { expectNewValues } from './told-values.ts'
import type { World } from './world.ts'

export function createSteps(world: World): fc.Arbitrary<Step> {
  const body = unreadableOr(wholeBody(world, true))
  return fc
    .record({ caller: creator, mediaType: mediaType(false), body })
    .map((creation) => step(textOf(creation), (model, service) => create(creation, model, service)))
}

async function create(creation: Creation, model: Model, service: Service): Promise<void> {
  const { caller, body } = creation
  const headers = headersOf({ 'content-type': creation.mediaType })
  const sent = { method: 'POST', path: '/events/', headers, body: body.text }
  const answer = await service.send(caller, sent)
  const refused = createGate(creation)
  if (refused !== undefined) return expectRefusal(answer, refused)
  const told = answer.json() as EventRecord
  const { placeholder } = service.world
  const user = writerOf(service.world, caller)
  const record = createdRecord({ fields: body.fields, user, placeholder, told })
  expect([answer.status, told]).toEqual([201, record])
  expect(answer.headers['location']).toBe(`${API_URL}/events/${told.id}/`)
  expectNewValues(model, told)
  const event = { author: caller, record, etags: [answer.headers['etag'] ?? ''], isDeleted: false }
  model.events.push(event)
  return expectStored(service, event)
}

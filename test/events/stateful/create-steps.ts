import fc from 'fast-check'
import { expect } from 'vitest'
import { API_URL } from '../../support/app.ts'
import { wholeBody } from './bodies.ts'
import { creator } from './callers.ts'
import { createdRecord } from './expected-record.ts'
import { wholeType } from './media-types.ts'
import type { EventRecord, Model } from './model.ts'
import { expectRefusal } from './refusal.ts'
import { refusedCreation, type Creation } from './refusals.ts'
import { expectStored, headersOf, writerOf, type Service } from './service.ts'
import { requestText, step, type Step } from './step.ts'
import { expectNewValues } from './told-values.ts'
import type { World } from './world.ts'

export function createSteps(world: World): fc.Arbitrary<Step> {
  return fc
    .record({ caller: creator, mediaType: wholeType, body: wholeBody(world, true) })
    .map((creation) =>
      step(requestText(creation), (model, service) => create(creation, model, service)),
    )
}

async function create(creation: Creation, model: Model, service: Service): Promise<void> {
  const { caller, body } = creation
  const headers = headersOf({ 'content-type': creation.mediaType })
  const sent = { method: 'POST', path: '/events/', headers, body: body.text }
  const answer = await service.send(caller, sent)
  const refused = refusedCreation(creation)
  if (refused !== undefined) return expectRefusal(answer, refused)
  expect(answer.status, answer.text).toBe(201)
  const told = answer.json() as EventRecord
  const { placeholder } = service.world
  const user = writerOf(service.world, caller)
  const record = createdRecord({ fields: body.fields, user, placeholder, told })
  expect(told).toEqual(record)
  expect(answer.headers['location']).toBe(`${API_URL}/events/${told.id}/`)
  expectNewValues(model, told)
  const event = { author: caller, record, etags: [answer.headers['etag'] ?? ''], isDeleted: false }
  model.events.push(event)
  return expectStored(service, event)
}

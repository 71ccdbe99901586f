import fc from 'fast-check'
import { expect } from 'vitest'
import { wholeBody, wholeType, patchBody, patchType, type Body } from './bodies.ts'
import {
  findTarget,
  hasTarget,
  anyCreator,
  anyChanger,
  changerOf,
  conditionText,
  ifMatch,
  anyTarget,
  anyCaller,
  ifNoneMatch,
  isKnown,
  currentTag,
  listed,
  type Condition,
  type Model,
  type Found,
  type Target,
  type EventRecord,
  type ModelEvent,
  type Caller,
} from './model.ts'
import { expectStored, headersOf, writerOf, type Service, type World } from './service.ts'
import { API_URL } from '../../support/app.ts'
import {
  createdRecord,
  expectNewValues,
  changedRecord,
  replacedRecord,
  expectMovedValues,
  ORDERINGS,
  pageOf,
  searchOf,
  STATES,
  type Query,
} from './expected.ts'
import {
  expectRejection,
  creationRejection,
  changeRejection,
  removalRejection,
  readRejection,
  listRejection,
  type Creation,
  type Change,
  type Removal,
} from './rejections.ts'
import type { Answer } from '../../support/send.ts'

export type Step = fc.AsyncCommand<Model, Service>

/** Sends a request, verifies the response with the model, and updates the model. */
type Act = (model: Model, service: Service) => Promise<void>

/**
 * A command for fast-check. The report of a failed run has a line for each: its request (the event depends on the
 * commands before it) and, in `text`, the rest of it.
 */
function step(text: string, act: Act, check = (_model: Model) => true): Step {
  let request = ''
  return Object.assign(
    {
      check,
      run: (model: Model, service: Service) =>
        act(model, {
          ...service,
          send: (caller, sent) => {
            request ||= `${caller}: ${sent.method ?? 'GET'} ${sent.path}`
            return service.send(caller, sent)
          },
        }),
      toString: () => `\n  ${request}, ${text}`,
    },
    // Shorter sequences reuse the commands, so each needs its own report.
    { [fc.cloneMethod]: () => step(text, act, check) },
  )
}

/** A step for one event, if there is one of that kind. */
function eventStep(
  text: string,
  target: Target,
  act: (found: Found, model: Model, service: Service) => Promise<void>,
): Step {
  return step(
    text,
    (model, service) => act(findTarget(model, target), model, service),
    (model) => hasTarget(model, target),
  )
}

/** A request in one line, without its address and sender. */
function requestText(request: {
  readonly condition?: Condition
  readonly mediaType?: string | undefined
  readonly body?: Body
}): string {
  const { condition, mediaType = 'no type', body } = request
  const parts = [condition && `ETag ${condition}`, body && `${mediaType}, ${body.text}`]
  return parts.filter((part) => part !== undefined).join(', ')
}

export function createSteps(world: World): fc.Arbitrary<Step> {
  return fc
    .record({ caller: anyCreator, mediaType: wholeType, body: wholeBody(world, true) })
    .map((creation) =>
      step(requestText(creation), (model, service) => create(creation, model, service)),
    )
}

async function create(creation: Creation, model: Model, service: Service): Promise<void> {
  const { caller, body } = creation
  const headers = headersOf({ 'content-type': creation.mediaType })
  const sent = { method: 'POST', path: '/events/', headers, body: body.text }
  const response = await service.send(caller, sent)
  const rejection = creationRejection(creation)
  if (rejection !== undefined) return expectRejection(response, rejection)
  expect(response.status, response.text).toBe(201)
  const actual = response.json() as EventRecord
  const { placeholder } = service.world
  const user = writerOf(service.world, caller)
  const record = createdRecord({ fields: body.fields, user, placeholder, actual })
  expect(actual).toEqual(record)
  expect(response.headers['location']).toBe(`${API_URL}/events/${actual.id}/`)
  expectNewValues(model, actual)
  const event = {
    author: caller,
    record,
    etags: [response.headers['etag'] ?? ''],
    isDeleted: false,
  }
  model.events.push(event)
  return expectStored(service, event)
}

export function replaceSteps(world: World): fc.Arbitrary<Step> {
  return changeSteps('PUT', wholeBody(world, false))
}

export function patchSteps(world: World): fc.Arbitrary<Step> {
  return changeSteps('PATCH', patchBody(world))
}

/** Changes of the state alone. */
export function moveSteps(status: 'published' | 'archived'): fc.Arbitrary<Step> {
  const fields = { publish_status: { sent: status, shown: status } }
  const text = JSON.stringify({ publish_status: status })
  return changeSteps('PATCH', fc.constant({ text, isReadable: true, fields, invalid: [] }))
}

function changeSteps(method: Change['method'], body: fc.Arbitrary<Body>): fc.Arbitrary<Step> {
  return fc
    .record({
      method: fc.constant(method),
      target: anyTarget,
      caller: anyChanger,
      condition: ifMatch,
      mediaType: method === 'PATCH' ? patchType : wholeType,
      body,
    })
    .map(({ target, caller, ...request }) =>
      eventStep(requestText(request), target, (found, model, service) => {
        const sender = changerOf(found, caller)
        return change({ ...request, ...found, caller: sender }, model, service)
      }),
    )
}

async function change(request: Change, model: Model, service: Service): Promise<void> {
  const { id, event, caller, method, condition: kind, mediaType: type, body } = request
  const headers = headersOf({ 'content-type': type, 'if-match': conditionText(kind, event) })
  const sent = { method, path: `/events/${id}/`, headers, body: body.text }
  const response = await service.send(caller, sent)
  const rejection = changeRejection(request, service.world.placeholder)
  if (rejection !== undefined) expectRejection(response, rejection)
  else if (event !== undefined) expectChanged(request, event, model, service, response)
  if (event !== undefined) await expectStored(service, event)
}

function expectChanged(
  { method, caller, body }: Change,
  event: ModelEvent,
  model: Model,
  { world }: Service,
  response: Answer,
): void {
  expect(response.status, response.text).toBe(200)
  const actual = response.json() as EventRecord
  const { placeholder } = world
  const write = { fields: body.fields, user: writerOf(world, caller), placeholder, actual }
  const before = event.record
  const record = method === 'PUT' ? replacedRecord(before, write) : changedRecord(before, write)
  expect(actual).toEqual(record)
  expectMovedValues(model, before, actual)
  event.record = record
  event.etags.push(response.headers['etag'] ?? '')
}

export function deleteSteps(): fc.Arbitrary<Step> {
  return fc
    .record({ target: anyTarget, caller: anyChanger, condition: ifMatch })
    .map(({ target, caller, ...request }) =>
      eventStep(requestText(request), target, (found, _model, service) => {
        const sender = changerOf(found, caller)
        return remove({ ...request, ...found, caller: sender }, service)
      }),
    )
}

async function remove(request: Removal, service: Service): Promise<void> {
  const { id, event, caller, condition: kind } = request
  const path = `/events/${id}/`
  const headers = headersOf({ 'if-match': conditionText(kind, event) })
  const response = await service.send(caller, { method: 'DELETE', path, headers })
  const rejection = removalRejection(request)
  if (rejection !== undefined) {
    expectRejection(response, rejection)
    if (event !== undefined) await expectStored(service, event)
  } else if (event !== undefined) {
    expect([response.status, response.text]).toEqual([204, ''])
    event.isDeleted = true
    expect((await service.send(event.author, { path })).status).toBe(404)
  }
}

export function readSteps(): fc.Arbitrary<Step> {
  return fc
    .record({ target: anyTarget, caller: anyCaller, condition: ifNoneMatch })
    .map(({ target, ...request }) =>
      eventStep(requestText(request), target, (found, _model, service) =>
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
  const response = await service.send(caller, { path: `/events/${id}/`, headers })
  const rejection = readRejection(request, caller)
  if (rejection !== undefined) return expectRejection(response, rejection)
  if (event === undefined) return
  expect(response.headers['etag']).toBe(currentTag(event))
  expect(response.status).toBe(isKnown(condition) ? 304 : 200)
  if (isKnown(condition)) expect(response.text).toBe('')
  else expect(response.json()).toEqual(event.record)
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
    .map(([caller, parameters]) =>
      step('a list', (model, service) => expectPage(model, service, caller, parameters)),
    )
}

/** All events, so that side effects on other events are found. */
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
  const response = await service.send(caller, { path })
  const rejection = listRejection(caller, query.publish_status)
  if (rejection !== undefined) return expectRejection(response, rejection)
  const records = listed(model, caller, query.publish_status ?? 'published')
  expect([response.status, response.json()]).toEqual([200, pageOf(records, query)])
  const headers = { 'if-none-match': response.headers['etag'] ?? '' }
  const again = await service.send(caller, { path, headers })
  expect([again.status, again.text]).toEqual([304, ''])
}

import fc from 'fast-check'
import { expect } from 'vitest'
import { API_URL } from '../support/app.ts'
import type { Answer } from '../support/send.ts'
import {
  patchBodies,
  patchType,
  wholeBodies,
  wholeType,
  type Body,
  type BodySource,
} from './bodies.ts'
import { expectMovedValues, expectNewValues, timeOf } from './chosen-values.ts'
import type { Kind, Write } from './kind.ts'
import { listed, pageOf, searchOf, STATES, type Query } from './lists.ts'
import {
  anyCaller,
  anyChanger,
  anyCreator,
  anyTarget,
  changerOf,
  conditionText,
  findTarget,
  hasTarget,
  ifMatch,
  ifNoneMatch,
  isKnown,
  shownOf,
  type Caller,
  type Condition,
  type Found,
  type Model,
  type ModelRecord,
  type Shown,
  type Target,
} from './model.ts'
import {
  changeRejection,
  creationRejection,
  expectRejection,
  listRejection,
  placeholderOf,
  readRejection,
  removalRejection,
  type Change,
  type Creation,
  type Reading,
  type Removal,
} from './rejections.ts'
import { expectStored, headersOf, pathOf, writerOf, type Service, type World } from './service.ts'

export type Step = fc.AsyncCommand<Model, Service>

/** Sends a request, verifies the response with the model, and updates the model. */
type Act = (model: Model, service: Service) => Promise<void>

/**
 * A command for fast-check. The report of a failed run has a line for each: its request (the record depends on the
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
            request ||= `${caller}: ${sent.method ?? 'GET'} ${sent.path} ${sent.body ?? ''}`
            return service.send(caller, sent)
          },
        }),
      toString: () => `\n  ${request} ${text}`,
    },
    // Shorter sequences reuse the commands, so each needs its own report.
    { [fc.cloneMethod]: () => step(text, act, check) },
  )
}

/** A step for one record, if there is one of that sort. */
function recordStep(
  { name }: Kind,
  text: string,
  target: Target,
  act: (found: Found, model: Model, service: Service) => Promise<void>,
): Step {
  return step(
    text,
    (model, service) => act(findTarget(model, name, target), model, service),
    (model) => hasTarget(model, name, target),
  )
}

/** What the request does not show. */
function textOf({
  condition,
  mediaType = 'no type',
}: {
  readonly condition?: Condition
  readonly mediaType?: string | undefined
}): string {
  return condition === undefined ? mediaType : `ETag ${condition}, ${mediaType}`
}

export function createSteps(kind: Kind, world: World): fc.Arbitrary<Step> {
  return fc
    .record({
      caller: anyCreator,
      mediaType: wholeType,
      body: wholeBodies(kind.writable(world), true),
    })
    .map(({ caller, mediaType, body: source }) =>
      step(
        textOf({ mediaType }),
        (model, service) => {
          const body = source(model)
          const sender = caller ?? kind.creatorOf?.(body.fields, model) ?? 'first'
          return create({ kind, caller: sender, mediaType, body, model, world }, service)
        },
        (model) => kind.canCreate?.(model) ?? true,
      ),
    )
}

/** Values that the record shows as they are sent. */
function bodyOf(values: object): Body {
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    { sent: value, shown: value },
  ])
  const text = JSON.stringify(values)
  return { text, isReadable: true, fields: Object.fromEntries(fields), invalid: [] }
}

/** A creation with these fields, which succeeds. */
export function createStep(kind: Kind, world: World, caller: Caller, values: object): Step {
  const body = bodyOf(values)
  const mediaType = 'application/json'
  return step(mediaType, (model, service) =>
    create({ kind, caller, mediaType, body, model, world }, service),
  )
}

async function create(creation: Creation, service: Service): Promise<void> {
  const { kind, caller, body, model, world } = creation
  const headers = headersOf({ 'content-type': creation.mediaType })
  const sent = { method: 'POST', path: kind.path, headers, body: body.text }
  const rejection = creationRejection(creation)
  const response = await service.send(caller, sent)
  if (rejection !== undefined) return expectRejection(response, rejection)
  expect(response.status, response.text).toBe(201)
  const actual = response.json() as unknown as Shown
  const record: ModelRecord = {
    kind,
    author: caller,
    item: kind.created(writeOf(creation, actual)),
    etags: [response.headers['etag'] ?? ''],
    isDeleted: false,
  }
  model.records.push(record)
  expect(actual).toEqual(shownOf(record, model))
  expect(response.headers['location']).toBe(`${API_URL}${pathOf(kind, actual.id)}`)
  expectNewValues(record, model, world)
  return expectStored(service, model, record)
}

function writeOf({ kind, caller, body, world }: Creation, actual: Shown): Write {
  const placeholder = placeholderOf(kind, world)
  return { fields: body.fields, user: writerOf(world, caller), placeholder, actual }
}

export function replaceSteps(kind: Kind, world: World): fc.Arbitrary<Step> {
  return changeSteps(kind, world, 'PUT', wholeBodies(kind.writable(world), false))
}

export function patchSteps(kind: Kind, world: World): fc.Arbitrary<Step> {
  return changeSteps(kind, world, 'PATCH', patchBodies(kind.writable(world)))
}

/** Changes of one field alone. */
export function moveSteps(
  kind: Kind,
  world: World,
  name: string,
  value: string,
): fc.Arbitrary<Step> {
  const body = bodyOf({ [name]: value })
  return changeSteps(
    kind,
    world,
    'PATCH',
    fc.constant(() => body),
  )
}

function changeSteps(
  kind: Kind,
  world: World,
  method: Change['method'],
  body: fc.Arbitrary<BodySource>,
): fc.Arbitrary<Step> {
  return fc
    .record({
      target: anyTarget,
      caller: anyChanger,
      condition: ifMatch,
      mediaType: method === 'PATCH' ? patchType : wholeType,
      source: body,
    })
    .map(({ target, caller, source, ...request }) =>
      recordStep(kind, textOf(request), target, (found, model, service) => {
        const sender = changerOf(found, caller, model)
        const sent = { method, caller: sender, body: source(model) }
        return change({ kind, world, model, ...request, ...found, ...sent }, service)
      }),
    )
}

async function change(request: Change, service: Service): Promise<void> {
  const { kind, id, record, caller, method, condition, mediaType: type, body, model } = request
  const headers = headersOf({ 'content-type': type, 'if-match': conditionText(condition, record) })
  const rejection = changeRejection(request)
  const sent = { method, path: pathOf(kind, id), headers, body: body.text }
  const response = await service.send(caller, sent)
  if (rejection !== undefined) expectRejection(response, rejection)
  else if (record !== undefined) expectChanged(request, record, response)
  if (record === undefined) return
  await expectStored(service, model, record)
  if (kind !== record.kind) await expectStored(service, model, record, kind)
}

function expectChanged(request: Change, record: ModelRecord, response: Answer): void {
  const { kind, method, model, world } = request
  expect(response.status, response.text).toBe(200)
  const actual = response.json() as unknown as Shown
  const before = { shown: shownOf(record, model), time: timeOf(record) }
  const write = writeOf(request, actual)
  const apply = method === 'PUT' ? kind.replaced : kind.changed
  if (apply === undefined) throw new Error(`${kind.name} have no ${method}`)
  record.item = apply(record.item, write)
  expect(actual).toEqual(kind.shown(record.item, model))
  record.etags.push(response.headers['etag'] ?? '')
  expectMovedValues(record, before, model, world)
}

export function deleteSteps(kind: Kind): fc.Arbitrary<Step> {
  return fc
    .record({ target: anyTarget, caller: anyChanger, condition: ifMatch })
    .map(({ target, caller, condition }) =>
      recordStep(kind, `ETag ${condition}`, target, (found, model, service) => {
        const sender = changerOf(found, caller, model)
        return remove({ kind, model, condition, ...found, caller: sender }, service)
      }),
    )
}

async function remove(request: Removal, service: Service): Promise<void> {
  const { kind, id, record, caller, condition, model } = request
  const path = pathOf(kind, id)
  const headers = headersOf({ 'if-match': conditionText(condition, record) })
  const rejection = removalRejection(request)
  const response = await service.send(caller, { method: 'DELETE', path, headers })
  if (rejection !== undefined) {
    expectRejection(response, rejection)
    if (record !== undefined) await expectStored(service, model, record)
  } else if (record !== undefined) {
    expect([response.status, response.text]).toEqual([204, ''])
    const owner = kind.ownerOf(record, model)
    record.isDeleted = true
    expect((await service.send(owner, { path })).status).toBe(404)
  }
}

export function readSteps(kind: Kind): fc.Arbitrary<Step> {
  return fc
    .record({ target: anyTarget, caller: anyCaller, condition: ifNoneMatch })
    .map(({ target, ...request }) =>
      recordStep(kind, `ETag ${request.condition}`, target, (found, model, service) =>
        read({ kind, model, ...request, ...found }, service),
      ),
    )
}

async function read(
  request: Reading & { readonly condition: Condition },
  service: Service,
): Promise<void> {
  const { kind, id, record, caller, condition, model } = request
  // The ETag also depends on embedded records, which other steps change.
  if (record !== undefined) await expectStored(service, model, record, kind)
  const headers = headersOf({ 'if-none-match': conditionText(condition, record) })
  const response = await service.send(caller, { path: pathOf(kind, id), headers })
  const rejection = readRejection(request)
  if (rejection !== undefined) return expectRejection(response, rejection)
  if (record === undefined) return
  expect(response.headers['etag']).toBe(record.etags.at(-1))
  expect(response.status).toBe(isKnown(condition) ? 304 : 200)
  if (isKnown(condition)) expect(response.text).toBe('')
  else expect(response.json()).toEqual(kind.shown(record.item, model))
}

export function listSteps(kind: Kind): fc.Arbitrary<Step> {
  const orNone = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
  const ordering = fc.constantFrom(...kind.orderings)
  const query = fc.record({
    limit: orNone(fc.integer({ min: 1, max: 4 })),
    offset: orNone(fc.nat(5)),
    ordering: kind.hasStates ? orNone(ordering) : ordering,
    publish_status: kind.hasStates ? orNone(fc.constantFrom(...STATES)) : fc.constant(undefined),
  })
  return fc
    .tuple(anyCaller, query)
    .map(([caller, parameters]) =>
      step('a list', (model, service) => expectPage(kind, model, service, caller, parameters)),
    )
}

/** All records, so that side effects on other records are found. */
export async function expectAllListed(kind: Kind, model: Model, service: Service): Promise<void> {
  for (const publish_status of kind.hasStates ? STATES : [undefined]) {
    const query = { publish_status, limit: 100, ordering: kind.orderings[0] }
    await expectPage(kind, model, service, 'admin', query)
  }
}

async function expectPage(
  kind: Kind,
  model: Model,
  service: Service,
  caller: Caller,
  query: Query,
): Promise<void> {
  const path = `${kind.path}${searchOf(query)}`
  const response = await service.send(caller, { path })
  const rejection = listRejection(caller, query.publish_status)
  if (rejection !== undefined) return expectRejection(response, rejection)
  const records = listed(kind, model, caller, query)
  expect([response.status, response.json()]).toEqual([200, pageOf(kind, records, query)])
  const headers = { 'if-none-match': response.headers['etag'] ?? '' }
  const again = await service.send(caller, { path, headers })
  expect([again.status, again.text]).toEqual([304, ''])
}

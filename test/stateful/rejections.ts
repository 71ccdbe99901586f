import { expect } from 'vitest'
import type { components } from '../../generated/v1.ts'
import type { Answer } from '../support/send.ts'
import { isRead, type Body } from './bodies.ts'
import type { Attempt, Kind } from './kind.ts'
import { textOfReferrers } from './kinds/references.ts'
import {
  isMatched,
  isOwn,
  isVisible,
  SCOPES,
  type Caller,
  type Condition,
  type Found,
  type Model,
  type PublishStatus,
  type Scope,
} from './model.ts'
import type { World } from './service.ts'

/** The problem that the service must respond with. */
interface Rejection {
  readonly status: number
  readonly code: string
  /** The pointers or parameters that `errors` must name, in any order. */
  readonly places: readonly string[]
  /** A part of its text. */
  readonly detail?: string
}

/** Undefined when the check is passed. */
export type Check = Rejection | undefined

function rejection(status: number, code: string, places: readonly string[] = []): Rejection {
  return { status, code, places: places.toSorted() }
}

export function unprocessable(places: readonly string[]): Check {
  return places.length === 0 ? undefined : rejection(422, 'unprocessable_content', places)
}

interface Problem {
  readonly code: string
  readonly detail?: string
  readonly errors?: readonly { readonly pointer?: string; readonly parameter?: string }[]
}

export function expectRejection({ status, json, text }: Answer, expected: Rejection): void {
  const { code, errors = [], detail } = (text === '' ? {} : json()) as unknown as Problem
  // Several errors can be in one place.
  const named = new Set(errors.map(({ pointer, parameter }) => pointer ?? parameter ?? ''))
  const places = [...named].toSorted()
  const { detail: part = '', ...others } = expected
  expect({ status, code, places }).toEqual(others)
  expect(detail ?? '').toContain(part)
}

const UNAUTHORIZED = rejection(401, 'unauthorized')
const NOT_FOUND = rejection(404, 'not_found')
export const FORBIDDEN = rejection(403, 'forbidden')

function checkCaller(caller: Caller, needed: readonly Scope[]): Check {
  if (caller === 'public' || caller === 'stranger') return UNAUTHORIZED
  const given: readonly Scope[] = SCOPES[caller]
  return ['admin' as const, ...needed].some((scope) => given.includes(scope))
    ? undefined
    : FORBIDDEN
}

function checkId(id: string): Check {
  return /^\d+$/.test(id) ? undefined : NOT_FOUND
}

function checkMediaType(mediaType: string | undefined, isPatch: boolean): Check {
  return isRead(mediaType, isPatch) ? undefined : rejection(415, 'unsupported_media_type')
}

function checkReadable({ isReadable, invalid }: Body): Check {
  return isReadable ? undefined : rejection(400, 'invalid_request', invalid)
}

function checkSchema({ invalid }: Body): Check {
  return invalid.length === 0 ? undefined : rejection(400, 'invalid_request', invalid)
}

function checkIfMatch(condition: Condition): Check {
  if (condition === 'missing') return rejection(428, 'precondition_required')
  const isGarbled = condition === 'garbled' || condition === 'empty'
  return isGarbled ? rejection(400, 'invalid_request', ['If-Match']) : undefined
}

function checkRecord({ record, caller, model, condition }: Removal): Check {
  if (record === undefined || !isVisible(record, caller, model)) return NOT_FOUND
  if (!isOwn(record, caller, model)) return FORBIDDEN
  return isMatched(condition) ? undefined : rejection(412, 'precondition_failed')
}

const STEPS = ['draft published', 'published archived', 'archived published']

/** A new record is a draft or published; later, no record becomes a draft again (contract: states). */
export function checkState({ record, fields }: Attempt): Check {
  const to = fields['publish_status']?.shown as PublishStatus | undefined
  if (record === undefined)
    return to === 'archived' ? unprocessable(['/publish_status']) : undefined
  const { publish_status: from = '' } = record.item as { publish_status?: string }
  const isAllowed = to === undefined || to === from || STEPS.includes(`${from} ${to}`)
  return isAllowed ? undefined : rejection(409, 'invalid_transition')
}

/** The pointers of references to records that do not exist. */
export function unknownReferences(fields: Attempt['fields']): string[] {
  return Object.entries(fields).flatMap(([name, { unknown = [] }]) =>
    unknown.map((place) => `/${name}${place}`),
  )
}

type PicturePatch = components['schemas']['PicturePatch']

/** A first picture needs an address. */
export function checkPicture({ kind, record, fields, world }: Attempt): Check {
  const patch = fields['featured_image']?.sent as PicturePatch | null | undefined
  const { featured_image } = (record?.item ?? {}) as { featured_image?: { id: number } | null }
  const hasPicture = (featured_image?.id ?? null) !== (placeholderOf(kind, world)?.id ?? null)
  if (!patch || patch.full_size !== undefined || (record !== undefined && hasPicture))
    return undefined
  return unprocessable(['/featured_image/full_size'])
}

/** The picture of records without one. */
export function placeholderOf({ pictures }: Kind, { placeholders }: World) {
  return pictures === undefined || pictures === 'images' ? null : placeholders[pictures]
}

// The first failed check rejects a request, in the order of the service: access before details.

export interface Creation {
  readonly kind: Kind
  readonly caller: Caller
  readonly mediaType: string | undefined
  readonly body: Body
  readonly model: Model
  readonly world: World
}

export function creationRejection(creation: Creation): Check {
  const { kind, caller, mediaType, body } = creation
  return (
    checkCaller(caller, kind.scopes.create) ??
    checkMediaType(mediaType, false) ??
    checkReadable(body) ??
    checkSchema(body) ??
    kind.check({ ...creation, record: undefined, fields: body.fields })
  )
}

export interface Removal extends Found {
  readonly kind: Kind
  readonly caller: Caller
  readonly condition: Condition
  readonly model: Model
}

export function removalRejection(removal: Removal): Check {
  const { kind, id, caller, condition } = removal
  return (
    checkCaller(caller, kind.scopes.change) ??
    checkId(id) ??
    checkIfMatch(condition) ??
    checkRecord(removal) ??
    checkReferrers(removal)
  )
}

function checkReferrers({ kind, record, caller, model }: Removal): Check {
  const referrers = (record && kind.referrers?.(record.item, model)) ?? []
  if (referrers.length === 0) return undefined
  const visible = referrers.filter((referrer) => isVisible(referrer, caller, model))
  return { ...rejection(409, 'record_in_use'), detail: textOfReferrers(visible) }
}

export interface Change extends Creation, Removal {
  readonly method: 'PUT' | 'PATCH'
}

export function changeRejection(change: Change): Check {
  const { kind, id, caller, method, mediaType, body, condition } = change
  return (
    checkCaller(caller, kind.scopes.change) ??
    checkId(id) ??
    checkMediaType(mediaType, method === 'PATCH') ??
    checkReadable(body) ??
    checkIfMatch(condition) ??
    checkSchema(body) ??
    checkRecord(change) ??
    kind.check({ ...change, fields: body.fields })
  )
}

export interface Reading extends Found {
  readonly kind: Kind
  readonly caller: Caller
  readonly model: Model
}

export function readRejection({ kind, record, caller, model }: Reading): Check {
  const check = kind.isPrivate ? checkCaller(caller, kind.scopes.change) : undefined
  if (check !== undefined) return check
  if (caller === 'stranger') return UNAUTHORIZED
  if (record === undefined || !isVisible(record, caller, model)) return NOT_FOUND
  return kind.isPrivate && !isOwn(record, caller, model) ? FORBIDDEN : undefined
}

/** Anonymous clients have no unpublished records. */
export function listRejection(caller: Caller, status = 'published'): Check {
  const isPrivate = status !== 'published'
  return caller === 'stranger' || (caller === 'public' && isPrivate) ? UNAUTHORIZED : undefined
}

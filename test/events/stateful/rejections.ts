import { expect } from 'vitest'
import type { Answer } from '../../support/send.ts'
import { isRead, type Body } from './bodies.ts'
import {
  isMatched,
  isOwn,
  isVisible,
  type Condition,
  type Caller,
  type ModelEvent,
  type EventRecord,
  type PublishStatus,
  type Found,
} from './model.ts'
import type { components } from '../../../generated/v1.ts'
import { timeKey, type Fields } from './fields.ts'

/** The problem that the service must respond with. */
interface Rejection {
  readonly status: number
  readonly code: string
  /** The pointers or parameters that `errors` must name, in any order. */
  readonly places: readonly string[]
}

function rejection(status: number, code: string, places: readonly string[] = []): Rejection {
  return { status, code, places: places.toSorted() }
}

function unprocessable(places: readonly string[]): Rejection | undefined {
  return places.length === 0 ? undefined : rejection(422, 'unprocessable_content', places)
}

interface Problem {
  readonly code: string
  readonly errors?: readonly { readonly pointer?: string; readonly parameter?: string }[]
}

export function expectRejection({ status, json, text }: Answer, expected: Rejection): void {
  const { code, errors = [] } = (text === '' ? {} : json()) as unknown as Problem
  const places = errors.map(({ pointer, parameter }) => pointer ?? parameter ?? '').toSorted()
  expect({ status, code, places }).toEqual(expected)
}

type Check = Rejection | undefined

const UNAUTHORIZED = rejection(401, 'unauthorized')
const NOT_FOUND = rejection(404, 'not_found')

function checkCaller(caller: Caller): Check {
  if (caller === 'public' || caller === 'stranger') return UNAUTHORIZED
  return caller === 'painter' ? rejection(403, 'forbidden') : undefined
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

function checkRecord(event: ModelEvent | undefined, caller: Caller, condition: Condition): Check {
  if (event === undefined || !isVisible(event, caller)) return NOT_FOUND
  if (!isOwn(event, caller)) return rejection(403, 'forbidden')
  return isMatched(condition) ? undefined : rejection(412, 'precondition_failed')
}

type PicturePatch = components['schemas']['PicturePatch']

const STEPS = ['draft published', 'published archived', 'archived published']

/** A new event is a draft or published; later, no event becomes a draft again (contract: states). */
function checkState(event: ModelEvent | undefined, fields: Fields): Rejection | undefined {
  const to = fields['publish_status']?.shown as PublishStatus | undefined
  if (event === undefined) return to === 'archived' ? unprocessable(['/publish_status']) : undefined
  const from = event.record.publish_status
  const isAllowed = to === undefined || to === from || STEPS.includes(`${from} ${to}`)
  return isAllowed ? undefined : rejection(409, 'invalid_transition')
}

/** Venues and categories must exist, and countries be assigned by ISO 3166-1. */
function checkReferences(fields: Fields): Rejection | undefined {
  const unknown = Object.entries(fields).filter(([, { shown }]) => shown === undefined)
  return unprocessable(unknown.map(([name]) => `/${name}`))
}

/** An event never ends before it starts. Omitted times stay. */
function checkPeriod(event: ModelEvent | undefined, fields: Fields): Rejection | undefined {
  const timeOf = (name: 'start_time' | 'end_time') =>
    timeKey((fields[name]?.shown ?? event?.record[name]) as string)
  return timeOf('end_time') < timeOf('start_time') ? unprocessable(['/end_time']) : undefined
}

/** A first picture needs an address. */
function checkPicture(
  event: ModelEvent | undefined,
  fields: Fields,
  placeholder: EventRecord['featured_image'],
): Rejection | undefined {
  const patch = fields['featured_image']?.sent as PicturePatch | null | undefined
  const hasPicture = event?.record.featured_image.id !== placeholder.id
  if (hasPicture || !patch || patch.full_size !== undefined) return undefined
  return unprocessable(['/featured_image/full_size'])
}

// The first failed check rejects a request, in the order of the service: access before details.

export interface Creation {
  readonly caller: Caller
  readonly mediaType: string | undefined
  readonly body: Body
}

export function creationRejection({ caller, mediaType, body }: Creation): Check {
  return (
    checkCaller(caller) ??
    checkMediaType(mediaType, false) ??
    checkReadable(body) ??
    checkSchema(body) ??
    checkState(undefined, body.fields) ??
    checkReferences(body.fields) ??
    checkPeriod(undefined, body.fields)
  )
}

export interface Removal extends Found {
  readonly caller: Caller
  readonly condition: Condition
}

export function removalRejection({ id, event, caller, condition }: Removal): Check {
  return (
    checkCaller(caller) ??
    checkId(id) ??
    checkIfMatch(condition) ??
    checkRecord(event, caller, condition)
  )
}

export interface Change extends Creation, Removal {
  readonly method: 'PUT' | 'PATCH'
}

export function changeRejection(change: Change, placeholder: EventRecord['featured_image']): Check {
  const { id, event, caller, method, mediaType, body, condition } = change
  return (
    checkCaller(caller) ??
    checkId(id) ??
    checkMediaType(mediaType, method === 'PATCH') ??
    checkReadable(body) ??
    checkIfMatch(condition) ??
    checkSchema(body) ??
    checkRecord(event, caller, condition) ??
    checkReferences(body.fields) ??
    checkState(event, body.fields) ??
    checkPicture(event, body.fields, placeholder) ??
    checkPeriod(event, body.fields)
  )
}

export function readRejection({ event }: Found, caller: Caller): Check {
  if (caller === 'stranger') return UNAUTHORIZED
  return event !== undefined && isVisible(event, caller) ? undefined : NOT_FOUND
}

/** Anonymous clients have no unpublished events. */
export function listRejection(caller: Caller, status: PublishStatus = 'published'): Check {
  const isPrivate = status !== 'published'
  return caller === 'stranger' || (caller === 'public' && isPrivate) ? UNAUTHORIZED : undefined
}

import type { Body } from './bodies.ts'
import { isOwn, isVisible, type Caller, type EventRecord, type ModelEvent } from './model.ts'
import { refusal, type Refusal } from './refusal.ts'
import { isReadType, type Condition, type Found } from './requests.ts'
import { brokenPeriod, brokenPicture, brokenState, unknownNames } from './rules.ts'

// What stops a request, in the order of the service: who may not know a thing is not told it.

type Gate = Refusal | undefined

const UNAUTHORIZED = refusal(401, 'unauthorized')
const NOT_FOUND = refusal(404, 'not_found')

export interface Creation {
  readonly caller: Caller
  readonly mediaType: string | undefined
  readonly body: Body
}

export function createGate({ caller, mediaType, body }: Creation): Gate {
  return (
    writerGate(caller) ??
    typeGate(mediaType, false) ??
    bodyGate(body, false) ??
    bodyGate(body, true) ??
    brokenState(undefined, body.fields) ??
    unknownNames(body.fields) ??
    brokenPeriod(undefined, body.fields)
  )
}

export interface Removal extends Found {
  readonly caller: Caller
  readonly condition: Condition
}

export function deleteGate({ id, event, caller, condition }: Removal): Gate {
  return (
    writerGate(caller) ?? idGate(id) ?? headerGate(condition) ?? stateGate(event, caller, condition)
  )
}

export interface Change extends Creation, Removal {
  readonly method: 'PUT' | 'PATCH'
}

export function changeGate(
  { id, event, caller, method, mediaType, body, condition }: Change,
  placeholder: EventRecord['featured_image'],
): Gate {
  return (
    writerGate(caller) ??
    idGate(id) ??
    typeGate(mediaType, method === 'PATCH') ??
    bodyGate(body, false) ??
    headerGate(condition) ??
    bodyGate(body, true) ??
    stateGate(event, caller, condition) ??
    (event && changeRules(event, method, body, placeholder))
  )
}

function changeRules(
  event: ModelEvent,
  method: Change['method'],
  { fields }: Body,
  placeholder: EventRecord['featured_image'],
): Gate {
  return (
    unknownNames(fields) ??
    brokenState(event, fields) ??
    (method === 'PATCH' ? brokenPicture(event, placeholder, fields) : undefined) ??
    brokenPeriod(event, fields)
  )
}

export function readGate({ event }: Found, caller: Caller): Gate {
  if (caller === 'stranger') return UNAUTHORIZED
  return event !== undefined && isVisible(event, caller) ? undefined : NOT_FOUND
}

export function listGate(caller: Caller, status: string | undefined): Gate {
  const isPublic = status === undefined || status === 'published'
  return caller === 'stranger' || (caller === 'public' && !isPublic) ? UNAUTHORIZED : undefined
}

function writerGate(caller: Caller): Gate {
  if (caller === 'public' || caller === 'stranger') return UNAUTHORIZED
  return caller === 'painter' ? refusal(403, 'forbidden') : undefined
}

function idGate(id: string): Gate {
  return /^\d+$/.test(id) ? undefined : NOT_FOUND
}

function typeGate(mediaType: string | undefined, isPatch: boolean): Gate {
  return isReadType(mediaType, isPatch) ? undefined : refusal(415, 'unsupported_media_type')
}

/** What cannot be read is told before the schema is asked. */
function bodyGate({ isReadable, faults }: Body, ifReadable: boolean): Gate {
  const isHere = isReadable === ifReadable && faults.length > 0
  return isHere ? refusal(400, 'invalid_request', faults) : undefined
}

function headerGate(condition: Condition): Gate {
  if (condition === 'missing') return refusal(428, 'precondition_required')
  const isGarbled = condition === 'garbled' || condition === 'empty'
  return isGarbled ? refusal(400, 'invalid_request', ['If-Match']) : undefined
}

/** What only the record itself tells. A weak tag never matches, though it is of the same state. */
function stateGate(event: ModelEvent | undefined, caller: Caller, condition: Condition): Gate {
  if (event === undefined || !isVisible(event, caller)) return NOT_FOUND
  if (!isOwn(event, caller)) return refusal(403, 'forbidden')
  const isMet = ['current', 'any', 'several'].includes(condition)
  return isMet ? undefined : refusal(412, 'precondition_failed')
}

import type { Body } from './body.ts'
import type { Condition } from './conditions.ts'
import {
  headerGate,
  idGate,
  NOT_FOUND,
  readingGate,
  recordGate,
  schemaGate,
  typeGate,
  UNAUTHORIZED,
  writerGate,
  type Gate,
} from './gates.ts'
import { isVisible, type Caller, type EventRecord, type PublishStatus } from './model.ts'
import { brokenPeriod, brokenPicture, brokenState, unknownNames } from './rules.ts'
import type { Found } from './targets.ts'

// Why a request must be refused, by the first of the gates in the order of the service: who may not
// know a thing is not told it.

export interface Creation {
  readonly caller: Caller
  readonly mediaType: string | undefined
  readonly body: Body
}

export function refusedCreation({ caller, mediaType, body }: Creation): Gate {
  return (
    writerGate(caller) ??
    typeGate(mediaType, false) ??
    readingGate(body) ??
    schemaGate(body) ??
    brokenState(undefined, body.fields) ??
    unknownNames(body.fields) ??
    brokenPeriod(undefined, body.fields)
  )
}

export interface Removal extends Found {
  readonly caller: Caller
  readonly condition: Condition
}

export function refusedRemoval({ id, event, caller, condition }: Removal): Gate {
  return (
    writerGate(caller) ??
    idGate(id) ??
    headerGate(condition) ??
    recordGate(event, caller, condition)
  )
}

export interface Change extends Creation, Removal {
  readonly method: 'PUT' | 'PATCH'
}

export function refusedChange(change: Change, placeholder: EventRecord['featured_image']): Gate {
  const { id, event, caller, method, mediaType, body, condition } = change
  return (
    writerGate(caller) ??
    idGate(id) ??
    typeGate(mediaType, method === 'PATCH') ??
    readingGate(body) ??
    headerGate(condition) ??
    schemaGate(body) ??
    recordGate(event, caller, condition) ??
    unknownNames(body.fields) ??
    brokenState(event, body.fields) ??
    brokenPicture(event, body.fields, placeholder) ??
    brokenPeriod(event, body.fields)
  )
}

export function refusedReading({ event }: Found, caller: Caller): Gate {
  if (caller === 'stranger') return UNAUTHORIZED
  return event !== undefined && isVisible(event, caller) ? undefined : NOT_FOUND
}

/** The public has nothing of its own in another state. */
export function refusedListing(caller: Caller, status: PublishStatus = 'published'): Gate {
  const isPrivate = status !== 'published'
  return caller === 'stranger' || (caller === 'public' && isPrivate) ? UNAUTHORIZED : undefined
}

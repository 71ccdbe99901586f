import type { Body } from './body.ts'
import { isMatched, type Condition } from './conditions.ts'
import { isRead } from './media-types.ts'
import { isOwn, isVisible, type Caller, type ModelEvent } from './model.ts'
import { refusal, type Refusal } from './refusal.ts'

// What may stop a request, apart from the rules on its fields.

export type Gate = Refusal | undefined

export const UNAUTHORIZED = refusal(401, 'unauthorized')
export const NOT_FOUND = refusal(404, 'not_found')

export function writerGate(caller: Caller): Gate {
  if (caller === 'public' || caller === 'stranger') return UNAUTHORIZED
  return caller === 'painter' ? refusal(403, 'forbidden') : undefined
}

export function idGate(id: string): Gate {
  return /^\d+$/.test(id) ? undefined : NOT_FOUND
}

export function typeGate(mediaType: string | undefined, isPatch: boolean): Gate {
  return isRead(mediaType, isPatch) ? undefined : refusal(415, 'unsupported_media_type')
}

export function readingGate({ isReadable, faults }: Body): Gate {
  return isReadable ? undefined : refusal(400, 'invalid_request', faults)
}

export function schemaGate({ faults }: Body): Gate {
  return faults.length === 0 ? undefined : refusal(400, 'invalid_request', faults)
}

export function headerGate(condition: Condition): Gate {
  if (condition === 'missing') return refusal(428, 'precondition_required')
  const isGarbled = condition === 'garbled' || condition === 'empty'
  return isGarbled ? refusal(400, 'invalid_request', ['If-Match']) : undefined
}

/** What only the record itself tells. */
export function recordGate(
  event: ModelEvent | undefined,
  caller: Caller,
  condition: Condition,
): Gate {
  if (event === undefined || !isVisible(event, caller)) return NOT_FOUND
  if (!isOwn(event, caller)) return refusal(403, 'forbidden')
  return isMatched(condition) ? undefined : refusal(412, 'precondition_failed')
}

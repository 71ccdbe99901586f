import { problemOf } from './accept-answer.ts'
import type { Answer } from './answer.ts'
import { ConnectionError } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The request came too slowly, or the service or whatever stands before it cannot answer just now. */
const PASSING = new Set([408, 502, 503, 504])

const TOO_MANY_REQUESTS = 429

/** Whether it was refused before anything was done (RFC 6585, section 4; the contract, `overloaded`). */
function isRefusedUnread(answer: Answer): boolean {
  if (answer.status === TOO_MANY_REQUESTS) return true
  return answer.status === 503 && problemOf(answer)?.code === 'overloaded'
}

/** Whether it is safe, and of any use, to send a request again that came to this. */
export function mayRepeat(request: Request, outcome: Answer | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return isRepeatable(request)
  if (isRefusedUnread(outcome)) return true
  return isRepeatable(request) && (PASSING.has(outcome.status) || isStillRunning(outcome))
}

/**
 * Whether a second time does nothing that the first did not. `If-Match` keeps a PUT, PATCH or DELETE
 * from being done twice too, but not from being misunderstood: when the first was done and its answer
 * lost, the second is answered with 412 or 404, as if nothing of it had been written. A 503 is no
 * proof either, as the service says so when it loses its database in the middle of a commit. So these
 * are left to the caller, who can look at the record and decide.
 */
function isRepeatable({ method, headers }: Request): boolean {
  return SAFE_METHODS.has(method) || (method === 'POST' && headers.has('Idempotency-Key'))
}

/** The first try goes on although its connection was lost: soon its answer can be had. */
function isStillRunning(answer: Answer): boolean {
  return answer.status === 409 && problemOf(answer)?.code === 'idempotency_key_in_use'
}

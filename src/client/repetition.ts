import { problemOf } from './accept-answer.ts'
import type { Answer } from './answer.ts'
import { ConnectionError } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A timeout of the request, or a temporary failure of the service or of a proxy. */
const PASSING = new Set([408, 502, 503, 504])

const TOO_MANY_REQUESTS = 429

/** Whether the request was rejected before anything was done (RFC 6585, section 4; contract, `overloaded`). */
function isRefusedUnread(answer: Answer): boolean {
  if (answer.status === TOO_MANY_REQUESTS) return true
  return answer.status === 503 && problemOf(answer)?.code === 'overloaded'
}

/** Whether a retry after this result is safe and useful. */
export function mayRepeat(request: Request, outcome: Answer | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return isRepeatable(request)
  if (isRefusedUnread(outcome)) return true
  return isRepeatable(request) && (PASSING.has(outcome.status) || isStillRunning(outcome))
}

/**
 * Whether a retry changes nothing that the first try has changed. `If-Match` keeps a PUT, PATCH or DELETE from
 * being done twice, too. But after a lost response the retry is 412 or 404, as if nothing had been written. A 503
 * is no proof either: the service sends it when it loses its database during a commit. So the caller decides
 * after reading the record.
 */
function isRepeatable({ method, headers }: Request): boolean {
  return SAFE_METHODS.has(method) || (method === 'POST' && headers.has('Idempotency-Key'))
}

/** The first try still runs although its connection was lost; its response is available soon. */
function isStillRunning(answer: Answer): boolean {
  return answer.status === 409 && problemOf(answer)?.code === 'idempotency_key_in_use'
}

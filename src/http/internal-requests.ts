import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const HEADER = 'x-own-request'
let token: string | undefined

/** @returns the header that marks requests of this process to itself, until `endInternalRequests`. */
export function beginInternalRequests(): Record<string, string> {
  token = randomUUID()
  return { [HEADER]: token }
}

export function endInternalRequests(): void {
  token = undefined
}

/** Whether this process sent the request itself: internal requests are not rate-limited and not logged. */
export function isInternal({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return token !== undefined && headers[HEADER] === token
}

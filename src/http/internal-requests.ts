import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const HEADER = 'x-own-request'
/** Known to this process alone. */
const TOKEN = randomUUID()

/** The header that marks requests of this process to itself. */
export const INTERNAL_HEADERS: Readonly<Record<string, string>> = { [HEADER]: TOKEN }

/** Whether this process sent the request itself: internal requests are not rate-limited and not logged. */
export function isInternal({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return headers[HEADER] === TOKEN
}

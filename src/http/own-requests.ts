import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const HEADER = 'x-own-request'
/** Nobody else knows it. */
const TOKEN = randomUUID()

/** What the requests are marked by that this process sends to itself (process/warm-up.ts). */
export const OWN_HEADERS: Readonly<Record<string, string>> = { [HEADER]: TOKEN }

/** Whether this process has sent the request: such requests are neither limited, counted nor logged. */
export function isOwn({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return headers[HEADER] === TOKEN
}

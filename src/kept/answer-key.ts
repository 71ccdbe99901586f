import type { IncomingHttpHeaders } from 'node:http'
import { sentCredential } from '../credentials/bearer-key.ts'
import { acceptedEncoding } from './accept-encoding.ts'

/** Whoever writes longer ones is not to fill the memory with them. */
const LONGEST_KEY = 2048

/** Of a request, what decides on its answer. */
export interface CacheableRequest {
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Names all that the answer to a request depends on besides the data: the URL, and what `Vary` says.
 * HEAD is answered as GET is.
 * @returns undefined where no answer may be kept: to what is not a mere question, and to whoever
 *   shows a credential, right or wrong.
 */
export function cacheKeyOf({ method, url, headers }: CacheableRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (sentCredential(headers.authorization) !== undefined) return undefined
  const { encoding, fromBytes } = acceptedEncoding(headers['accept-encoding'])
  // No header and no URL has a line feed in it.
  const key = `${encoding} ${fromBytes}\n${headers.accept ?? ''}\n${url}`
  return key.length <= LONGEST_KEY ? key : undefined
}

import type { ReceivedResponse, Send } from './response.ts'

/** A stored response to a GET. */
export interface Copy {
  readonly etag: string
  readonly body: string
}

/** Copies by URL, of one API key: a Map, or a store that outlives the program. */
export interface Copies {
  get(url: string): Copy | undefined | Promise<Copy | undefined>
  set(url: string, copy: Copy): unknown
}

/** Adds `If-None-Match` to requests with a copy, so that an unchanged response is not sent again. */
export function keepCopies(send: Send, copies: Copies): Send {
  return async (request) => {
    if (request.method !== 'GET') return send(request)
    const copy = await copies.get(request.url)
    if (copy !== undefined) request.headers.set('If-None-Match', copy.etag)
    const response = await send(request)
    if (response.status === 304 && copy !== undefined) return restored(response, copy)
    const etag = response.headers.get('ETag')
    if (etag !== null) await copies.set(request.url, { etag, body: response.body })
    return response
  }
}

/** The complete response after a 304 (RFC 9111, section 4.3.4). */
function restored({ headers }: ReceivedResponse, { body }: Copy): ReceivedResponse {
  return { status: 200, headers, body }
}

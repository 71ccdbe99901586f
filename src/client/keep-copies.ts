import type { Answer, Send } from './answer.ts'

/** An answer to a GET that may be asked for again. */
export interface Copy {
  readonly etag: string
  readonly body: string
}

/** Copies by their URLs, as one reader sees them; a Map will do, or whatever outlasts the program. */
export interface Copies {
  get(url: string): Copy | undefined | Promise<Copy | undefined>
  set(url: string, copy: Copy): unknown
}

/** Asks for what there is a copy of with `If-None-Match`, so that the same is not sent twice. */
export function keepCopies(send: Send, copies: Copies): Send {
  return async (request) => {
    const isOwn = request.method === 'GET' && !request.headers.has('If-None-Match')
    if (!isOwn) return send(request)
    const copy = await copies.get(request.url)
    if (copy !== undefined) request.headers.set('If-None-Match', copy.etag)
    const answer = await send(request)
    if (answer.status === 304 && copy !== undefined) return restored(answer, copy)
    const etag = answer.headers.get('ETag')
    if (etag !== null) await copies.set(request.url, { etag, body: answer.body })
    return answer
  }
}

/** As it would have been sent (RFC 9111, section 4.3.4). */
function restored({ headers }: Answer, { body }: Copy): Answer {
  return { status: 200, headers, body }
}

export interface RawResponse {
  readonly status: number
  /** By lower-case name; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

type Head = Pick<RawResponse, 'status' | 'headers'>

const END_OF_HEAD = '\r\n\r\n'

/**
 * Splits the bytes of a connection into responses (RFC 9112), informational ones included.
 * @param isHead whether the next response is to a HEAD, and so has no body.
 * @returns a function for each received piece, which returns whether a response is incomplete.
 * @throws (that function) for bytes that are not HTTP.
 */
export function responseParser(
  isHead: () => boolean,
  onResponse: (response: RawResponse) => void,
): (piece: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0)
  let head: Head | undefined
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      if (head === undefined) {
        const end = rest.indexOf(END_OF_HEAD)
        if (end < 0) return rest.length > 0
        head = readHead(rest.toString('latin1', 0, end))
        rest = rest.subarray(end + END_OF_HEAD.length)
      }
      const isChunked = head.headers['transfer-encoding'] === 'chunked' && !isHead()
      const body = isChunked ? chunkedBody(rest) : lengthyBody(rest, bodyLength(head, isHead()))
      if (body === undefined) return true
      const text = body.content.toString()
      rest = rest.subarray(body.end)
      const response = { ...head, text }
      head = undefined
      onResponse(response)
    }
  }
}

/** A body, and where it ends. */
interface Body {
  readonly content: Buffer
  readonly end: number
}

function lengthyBody(bytes: Buffer, length: number): Body | undefined {
  return bytes.length < length ? undefined : { content: bytes.subarray(0, length), end: length }
}

/** A body of a stream (RFC 9112, section 7.1), without extensions and trailers. @returns undefined before its end. */
function chunkedBody(bytes: Buffer): Body | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const start = bytes.indexOf('\r\n', at) + 2
    if (start === 1) return undefined
    const end = start + parseInt(bytes.toString('latin1', at, start), 16)
    if (bytes.length < end + 2) return undefined
    if (end === start) return { content: Buffer.concat(chunks), end: end + 2 }
    chunks.push(bytes.subarray(start, end))
    at = end + 2
  }
}

/** The status line and the headers. */
export function readHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(`${first} `) ?? []
  if (status === undefined) throw new Error(`No HTTP/1.1 response begins with "${first}"`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { status: Number(status), headers }
}

/** @throws for a body without Content-Length, which the service sends as a stream only. */
export function bodyLength({ status, headers }: Head, isHead: boolean): number {
  if (isHead || status < 200 || status === 204 || status === 304) return 0
  const length = headers['content-length'] ?? ''
  if (/^\d+$/.test(length)) return Number(length)
  throw new Error(`A response with ${status} and without Content-Length`)
}

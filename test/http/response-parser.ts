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
  /** Pieces after the rest, joined once the next part is whole: a long body would be copied with each of its pieces. */
  let unread: Buffer[] = []
  let missing = 0
  let head: Head | undefined
  let isChunked = false
  let parts: Buffer[] = []
  return (piece) => {
    unread.push(piece)
    missing -= piece.length
    if (missing > 0) return true
    rest = Buffer.concat([rest, ...unread])
    unread = []
    for (;;) {
      if (head === undefined) {
        const end = rest.indexOf(END_OF_HEAD)
        if (end < 0) return rest.length > 0
        head = readHead(rest.toString('latin1', 0, end))
        rest = rest.subarray(end + END_OF_HEAD.length)
        isChunked = head.headers['transfer-encoding'] === 'chunked' && !isHead()
      }
      const part = isChunked ? chunkOf(rest) : wholeBody(bodyLength(head, isHead()))
      missing = (part?.next ?? 0) - rest.length
      if (part === undefined || missing > 0) return true
      parts.push(rest.subarray(part.start, part.end))
      rest = rest.subarray(part.next)
      if (isChunked && part.end > part.start) continue
      const response = { ...head, text: Buffer.concat(parts).toString() }
      head = undefined
      parts = []
      onResponse(response)
    }
  }
}

/** Where a part of a body starts and ends, and where the next one begins. */
interface Part {
  readonly start: number
  readonly end: number
  readonly next: number
}

const wholeBody = (length: number): Part => ({ start: 0, end: length, next: length })

/** A chunk (RFC 9112, section 7.1), without extensions and trailers; the last one is empty. @returns undefined before its length. */
function chunkOf(bytes: Buffer): Part | undefined {
  const start = bytes.indexOf('\r\n') + 2
  if (start === 1) return undefined
  const end = start + parseInt(bytes.toString('latin1', 0, start), 16)
  return { start, end, next: end + 2 }
}

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

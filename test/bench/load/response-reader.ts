/** Gets the status and the bytes of each complete response. */
export type OnResponse = (status: number, bytes: number) => void

/** Gets a piece of a body, whose bytes are overwritten after the call. */
export type OnBody = (piece: Buffer) => void

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i
const MAX_HEAD_BYTES = 64 * 1024

interface Head {
  readonly status: number
  /** Where the body begins. */
  readonly end: number
  readonly bodyBytes: number
}

/**
 * Reads only status and Content-Length of sequential responses on one connection: a general parser would cost too
 * much time. @returns a function for each received piece; it throws for any other response.
 */
export function responseReader(onResponse: OnResponse, onBody?: OnBody): (piece: Buffer) => void {
  let unfinishedHead: Buffer | undefined
  let head: Head | undefined
  let bodyBytes = 0
  return (piece) => {
    let body = piece
    if (head === undefined) {
      const begun = unfinishedHead === undefined ? piece : Buffer.concat([unfinishedHead, piece])
      head = readHead(begun)
      // A copy, because the next piece overwrites the buffer.
      unfinishedHead = head === undefined ? Buffer.from(begun) : undefined
      if (head === undefined) return
      body = begun.subarray(head.end)
    }
    bodyBytes += body.length
    if (body.length > 0) onBody?.(body)
    if (bodyBytes < head.bodyBytes) return
    if (bodyBytes > head.bodyBytes) throw new Error('A response is longer than its Content-Length.')
    const { status, end } = head
    const bytes = end + bodyBytes
    head = undefined
    bodyBytes = 0
    onResponse(status, bytes)
  }
}

function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0 && bytes.length > MAX_HEAD_BYTES) throw new Error('A head does not end.')
  if (end < 0) return undefined
  const text = bytes.toString('latin1', 0, end)
  const status = Number(text.slice(9, 12))
  return { status, end: end + END_OF_HEAD.length, bodyBytes: bodyLength(status, text) }
}

function bodyLength(status: number, head: string): number {
  if (status === 304 || status === 204) return 0
  const [, length] = CONTENT_LENGTH.exec(head) ?? []
  if (length === undefined) throw new Error(`A response without Content-Length:\n${head}`)
  return Number(length)
}

/** A response as it came, not yet interpreted. */
export interface RawAnswer {
  readonly status: number
  /** Their names in lower case; what stands several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const END_OF_HEAD = '\r\n\r\n'

interface Head {
  readonly status: number
  readonly headers: Record<string, string>
}

/**
 * Takes the bytes of a connection apart into answers (RFC 9112).
 * @param isHead whether the next answer is one to a HEAD, which has no body whatever it says.
 * @returns what to call with every piece; it throws when that is no HTTP.
 */
export function answerParser(
  isHead: () => boolean,
  onAnswer: (answer: RawAnswer) => void,
): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let head: Head | undefined
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      if (head === undefined) {
        const end = rest.indexOf(END_OF_HEAD)
        if (end < 0) return
        head = readHead(rest.toString('latin1', 0, end))
        rest = rest.subarray(end + END_OF_HEAD.length)
        // 100 Continue is none yet.
        if (head.status < 200) {
          head = undefined
          continue
        }
      }
      const length = bodyLength(head, isHead())
      if (rest.length < length) return
      const { status, headers } = head
      const text = rest.toString('utf8', 0, length)
      rest = rest.subarray(length)
      head = undefined
      onAnswer({ status, headers, text })
    }
  }
}

function readHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(`${first} `) ?? []
  if (status === undefined) throw new Error(`No answer of HTTP/1.1 begins with "${first}"`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { status: Number(status), headers }
}

function bodyLength({ status, headers }: Head, isHead: boolean): number {
  if (isHead || status === 204 || status === 304) return 0
  const length = headers['content-length'] ?? ''
  if (/^\d+$/.test(length)) return Number(length)
  throw new Error(`An answer with ${status} and without Content-Length`)
}

/** Messages of a client that the server acts on at once, in one piece. */
export interface ClientRequest {
  readonly bytes: Buffer
  readonly isCommit: boolean
}

/** Parse, Bind, Describe, Execute and Close do nothing before the Sync or Flush that follows them. */
const DEFERRED = 'PBDEC'

/**
 * Reads what a client sends to PostgreSQL, without TLS, chunk by chunk (PostgreSQL documentation,
 * "Message Flow" and "Message Formats").
 */
export function clientRequests(): (chunk: Buffer) => ClientRequest[] {
  const split = messages()
  let waiting: Buffer[] = []
  return (chunk) => {
    const requests: ClientRequest[] = []
    for (const message of split(chunk)) {
      waiting.push(message)
      if (DEFERRED.includes(typeOf(message))) continue
      requests.push({ bytes: Buffer.concat(waiting), isCommit: waiting.some(isCommit) })
      waiting = []
    }
    return requests
  }
}

/** All messages have a type of one byte and then their length, but for the first, which has no type. */
function messages(): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  let typeLength = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    while (rest.length >= typeLength + 4) {
      const end = typeLength + rest.readUInt32BE(typeLength)
      if (rest.length < end) break
      whole.push(rest.subarray(0, end))
      rest = rest.subarray(end)
      typeLength = 1
    }
    return whole
  }
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1)
}

/** A simple query is its text; a Parse has the name of the statement before the text. */
function isCommit(message: Buffer): boolean {
  const [first = '', second = ''] = message.toString('latin1', 5).split('\0', 2)
  const text = { Q: first, P: second }[typeOf(message)] ?? ''
  return /^\s*commit\b/i.test(text)
}

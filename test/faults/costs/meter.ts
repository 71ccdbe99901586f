import { connect, type Socket } from 'node:net'

/** Of an answer, what is looked at. */
export interface MeteredAnswer {
  readonly status: number
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytes: number
}

/** Makes the n-th of requests that differ only in what keeps their answers from being remembered. */
export type MakeRequest = (n: number) => Buffer

/** Sends requests to a service in this process, one after another, and measures what they cost. */
export interface Meter {
  send(bytes: Buffer): Promise<MeteredAnswer>
  /**
   * Processor time of this process for one request, in microseconds: the mean of `times` requests. The
   * client's part is in it; it reads no body.
   */
  cost(make: MakeRequest, times: number): Promise<number>
  close(): void
}

/** On one connection for as long as the service keeps that open. */
export function createMeter(port: number): Meter {
  let socket: Socket | undefined
  let sent = 0
  const send = (bytes: Buffer): Promise<MeteredAnswer> =>
    new Promise((resolve, reject) => {
      const isOld = socket?.writable === true
      const used = isOld && socket ? socket : connect(port, '127.0.0.1').setNoDelay()
      socket = used
      const isHead = bytes.toString('latin1', 0, 5) === 'HEAD '
      let answer: MeteredAnswer | undefined
      let awaited = 0
      used.removeAllListeners()
      const fail = (): void => {
        used.removeAllListeners().on('error', () => {})
        used.destroy()
        // The service may close a connection after any answer (RFC 9112, section 9.5).
        if (isOld && answer === undefined) send(bytes).then(resolve, reject)
        else reject(new Error(`No answer to ${bytes.toString('latin1', 0, 80)}`))
      }
      used.on('error', fail).on('close', fail)
      used.on('data', (piece: Buffer) => {
        if (answer === undefined) {
          const end = piece.indexOf('\r\n\r\n')
          answer = headOf(piece.toString('latin1', 0, end), isHead)
          awaited = answer.bodyBytes - (piece.length - end - 4)
        } else {
          awaited -= piece.length
        }
        if (awaited > 0) return
        used.removeAllListeners().on('error', () => {})
        if (answer.headers['connection'] === 'close') used.destroy()
        resolve(answer)
      })
      used.write(bytes)
    })
  return {
    send,
    async cost(make, times) {
      const requests = Array.from({ length: times }, () => make((sent += 1)))
      const before = process.cpuUsage()
      for (const request of requests) await send(request)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / times
    },
    close: () => socket?.destroy(),
  }
}

/** The service sends a head in one piece, and a length with every body. */
function headOf(text: string, isHead: boolean): MeteredAnswer {
  const [line = '', ...fields] = text.split('\r\n')
  const status = Number(line.split(' ')[1])
  const headers = Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf(': ')
      return [field.slice(0, at).toLowerCase(), field.slice(at + 2)]
    }),
  )
  const hasBody = !isHead && status !== 204 && status !== 304
  return { status, headers, bodyBytes: hasBody ? Number(headers['content-length']) : 0 }
}

import { connect, type Socket } from 'node:net'
import { bodyLength, readHead } from '../../http/response-parser.ts'

/** The measured parts of a response. */
export interface MeteredResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytes: number
}

/** Makes the n-th variant of a request; each needs its own response, which is not cached. */
export type MakeRequest = (n: number) => Buffer

/** Sends requests to a service in this process, one after another, and measures their cost. */
export interface Meter {
  send(bytes: Buffer): Promise<MeteredResponse>
  /**
   * Processor time of this process for one request, in microseconds: the mean of `times` requests. Includes
   * the client, which does not read bodies.
   */
  cost(make: MakeRequest, times: number): Promise<number>
  close(): void
}

/** The end of a body whose length is not known before (RFC 9112, section 7.1). */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** On one connection for as long as the service keeps that open. */
export function createMeter(port: number): Meter {
  let socket: Socket | undefined
  let sent = 0
  const send = (bytes: Buffer): Promise<MeteredResponse> =>
    new Promise((resolve, reject) => {
      const isOld = socket?.writable === true
      const used = isOld && socket ? socket : connect(port, '127.0.0.1').setNoDelay()
      socket = used
      const isHead = bytes.toString('latin1', 0, 5) === 'HEAD '
      let response: MeteredResponse | undefined
      let awaited = 0
      let isChunked = false
      let tail = Buffer.alloc(0)
      used.removeAllListeners()
      const fail = (): void => {
        used.removeAllListeners().on('error', () => {})
        used.destroy()
        // The service may close a connection after any response (RFC 9112, section 9.5).
        if (isOld && response === undefined) send(bytes).then(resolve, reject)
        else reject(new Error(`No response to ${bytes.toString('latin1', 0, 80)}`))
      }
      used.on('error', fail).on('close', fail)
      used.on('data', (piece: Buffer) => {
        if (response === undefined) {
          const end = piece.indexOf('\r\n\r\n')
          // The service sends the head in one piece.
          const head = readHead(piece.toString('latin1', 0, end))
          isChunked = head.headers['transfer-encoding'] === 'chunked' && !isHead
          response = { ...head, bodyBytes: isChunked ? Infinity : bodyLength(head, isHead) }
          awaited = response.bodyBytes - (piece.length - end - 4)
        } else {
          awaited -= piece.length
        }
        if (isChunked) {
          tail = Buffer.concat([tail, piece]).subarray(-LAST_CHUNK.length)
          if (tail.equals(LAST_CHUNK)) awaited = 0
        }
        if (awaited > 0) return
        used.removeAllListeners().on('error', () => {})
        if (response.headers['connection'] === 'close') used.destroy()
        resolve(response)
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

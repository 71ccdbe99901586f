import { connect } from 'node:net'
import { responseReader } from '../../bench/load/response-reader.ts'

/** The state of the pending request at the end of its connection. */
export interface Ending {
  /** The name of the pending request, if any. */
  readonly pending: string | undefined
  /** Whether its response is partial. */
  readonly isPartial: boolean
  /** The time from the write of its last byte to the end. */
  readonly sentMsBefore: number
}

export interface NamedRequest {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Sends requests in a closed loop on one connection until the other side ends it. No request follows a response
 * with `Connection: close` (RFC 9112, section 9.6).
 */
export function keepBusy(
  url: string,
  next: () => NamedRequest,
  onResponse: (name: string, status: number) => void,
): Promise<Ending> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let pending: string | undefined
  let sentAt = Number.POSITIVE_INFINITY
  let isPartial = false
  let isLast = false
  const sendNext = (): void => {
    const { name, bytes } = next()
    pending = name
    sentAt = Number.POSITIVE_INFINITY
    socket.write(bytes, () => {
      sentAt = performance.now()
    })
  }
  const read = responseReader((status) => {
    isPartial = false
    if (pending !== undefined) onResponse(pending, status)
    pending = undefined
    if (!isLast && !socket.readableEnded) setImmediate(sendNext)
  })
  return new Promise((resolve) => {
    let hasEnded = false
    const end = (): void => {
      if (hasEnded) return
      hasEnded = true
      socket.destroy()
      resolve({ pending, isPartial, sentMsBefore: performance.now() - sentAt })
    }
    socket.on('connect', sendNext)
    socket.on('data', (piece) => {
      isPartial = true
      isLast ||= piece.includes('onnection: close')
      read(piece)
    })
    for (const event of ['end', 'error', 'close'] as const) socket.on(event, end)
  })
}

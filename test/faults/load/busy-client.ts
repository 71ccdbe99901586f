import { connect } from 'node:net'
import { answerReader } from '../../bench/load/answer-reader.ts'

/** The outcome of the request that was under way when its connection ended. */
export interface Ending {
  /** The name of the request; undefined when none was under way. */
  readonly pending: string | undefined
  /** Whether a part of its answer came. */
  readonly isPartial: boolean
  /** How long before the end its last byte had been handed to the kernel. */
  readonly sentMsBefore: number
}

export interface NamedRequest {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Sends one request after the other on one connection, the next as soon as the one before is answered,
 * until the other side ends it. After an answer with `Connection: close` none follows (RFC 9112, section
 * 9.6).
 */
export function keepBusy(
  url: string,
  next: () => NamedRequest,
  onAnswer: (name: string, status: number) => void,
): Promise<Ending> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let pending: string | undefined
  let sentAt = Number.POSITIVE_INFINITY
  let isPartial = false
  let isLast = false
  const ask = (): void => {
    const { name, bytes } = next()
    pending = name
    sentAt = Number.POSITIVE_INFINITY
    socket.write(bytes, () => {
      sentAt = performance.now()
    })
  }
  const read = answerReader((status) => {
    isPartial = false
    if (pending !== undefined) onAnswer(pending, status)
    pending = undefined
    if (!isLast && !socket.readableEnded) setImmediate(ask)
  })
  return new Promise((resolve) => {
    let hasEnded = false
    const end = (): void => {
      if (hasEnded) return
      hasEnded = true
      socket.destroy()
      resolve({ pending, isPartial, sentMsBefore: performance.now() - sentAt })
    }
    socket.on('connect', ask)
    socket.on('data', (piece) => {
      isPartial = true
      isLast ||= piece.includes('onnection: close')
      read(piece)
    })
    for (const event of ['end', 'error', 'close'] as const) socket.on(event, end)
  })
}

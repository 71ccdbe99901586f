import { connect } from 'node:net'
import { answerReader, type OnAnswer, type OnBody } from './answer-reader.ts'

export interface Connection {
  /** Sends the bytes of one request. Only when the one before has been answered. */
  ask(request: Buffer): void
  close(): void
}

export interface ConnectionEvents {
  readonly onAnswer: OnAnswer
  readonly onBody?: OnBody
  /** The connection has failed or was closed by the other side; not called after `close`. */
  onBroken(reason: string): void
}

/** Node's default pieces are 64 KiB, each in memory of its own. */
const PIECE_BYTES = 256 * 1024

/** A keep-alive connection to `url`, opened at the first request. */
export function openConnection(url: string, events: ConnectionEvents): Connection {
  const { hostname, port } = new URL(url)
  let isOver = false
  const end = (reason?: string): void => {
    if (isOver) return
    isOver = true
    socket.destroy()
    if (reason !== undefined) events.onBroken(reason)
  }
  const read = answerReader(events.onAnswer, events.onBody)
  const take = (length: number, memory: Uint8Array): boolean => {
    try {
      // It is the buffer that was given below.
      read((memory as Buffer).subarray(0, length))
    } catch (error) {
      end((error as Error).message)
    }
    return true
  }
  const onread = { buffer: Buffer.allocUnsafe(PIECE_BYTES), callback: take }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
  socket.on('error', (error) => end(error.message))
  socket.on('close', () => end('The connection was closed.'))
  return { ask: (request) => void socket.write(request), close: () => end() }
}

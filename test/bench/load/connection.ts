import { connect } from 'node:net'
import { responseReader, type OnResponse, type OnBody } from './response-reader.ts'

export interface Connection {
  /** Sends the bytes of one request; only after the response to the last one. */
  send(request: Buffer): void
  close(): void
}

interface ConnectionEvents {
  readonly onResponse: OnResponse
  readonly onBody?: OnBody
  /** The connection has failed or was closed by the other side; not called after `close`. */
  onBroken(reason: string): void
}

/** Node's default is 64 KiB, in a new buffer for each read. */
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
  const read = responseReader(events.onResponse, events.onBody)
  const take = (length: number, memory: Uint8Array): boolean => {
    try {
      // The buffer of `onread` below.
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
  return { send: (request) => void socket.write(request), close: () => end() }
}

import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface SlowReaderLimits {
  /** For one answer, however steadily a client reads. */
  readonly milliseconds: number
  /** That all clients together may leave unread. */
  readonly bytes: number
  readonly intervalMs: number
}

const LIMITS: SlowReaderLimits = {
  milliseconds: 120_000,
  bytes: 128 * 1024 * 1024,
  intervalMs: 1_000,
}

/** What a client has not read yet. */
interface Unread {
  readonly socket: Socket
  /** The same as long as nothing is written after it. */
  readonly bytesWritten: number
  readonly since: number
}

/**
 * Bounds the memory that answers take while they are being read: who does not read an answer in time
 * is cut off, and where too much is unread, those who have been at it longest.
 */
export function dropSlowReaders(app: FastifyInstance, limits = LIMITS): void {
  const connections = new Set<Socket>()
  let unread = new Map<Socket, Unread>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const look = (): void => {
    const now = performance.now()
    const found = [...connections]
      .filter(({ writableLength }) => writableLength > 0)
      .map((socket) => stillOrNew(socket, unread.get(socket), now))
    for (const { socket } of overLimits(found, now, limits)) socket.destroy()
    unread = new Map(found.map((each) => [each.socket, each]))
  }
  let timer: NodeJS.Timeout | undefined
  app.server.on('listening', () => {
    timer ??= setInterval(look, limits.intervalMs).unref()
  })
  app.server.on('close', () => {
    clearInterval(timer)
  })
}

function stillOrNew(socket: Socket, known: Unread | undefined, now: number): Unread {
  const { bytesWritten } = socket
  return known?.bytesWritten === bytesWritten ? known : { socket, bytesWritten, since: now }
}

function overLimits(found: readonly Unread[], now: number, limits: SlowReaderLimits): Unread[] {
  let bytes = found.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  return found
    .toSorted((a, b) => a.since - b.since)
    .filter(({ socket, since }) => {
      if (bytes <= limits.bytes && now - since < limits.milliseconds) return false
      bytes -= socket.writableLength
      return true
    })
}

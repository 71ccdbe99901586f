import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Of one connection. No browser and hardly a program sends a second one before the first answer. */
const MOST_WAITING = 100

const waitingOn = new WeakMap<Socket, number>()

/**
 * A hook that takes the requests of one connection one after another: those that are sent before the
 * answers to others wait for their turn. So a write is done before what was sent after it is read
 * (RFC 9112, section 9.3.2), and who sends a thousand requests at once waits for them alone. Who
 * sends ever more of them is cut off; a client must expect that (same section).
 */
export function serializePipelining(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  // Node gives the connection to one response at a time, in the order of the requests.
  if (reply.raw.socket !== null) return done()
  const { socket } = request.raw
  const waiting = waitingOn.get(socket) ?? 0
  if (waiting >= MOST_WAITING) {
    socket.destroy()
    return undefined
  }
  waitingOn.set(socket, waiting + 1)
  reply.raw.once('socket', () => {
    waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1)
    done()
  })
  return undefined
}

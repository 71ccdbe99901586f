import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody, isStream } from '../http/connection-limits.ts'
import { prependStep } from '../http/request-gate.ts'
import type { ClientFinder } from './client-key.ts'
import { fairQueue } from './fair-queue.ts'

export interface ConnectionLimits {
  /** Half of all connections (src/http/connection-limits.ts), so that others can always connect. */
  readonly ofAddress: number
  /** Bodies that are being received at once, each of 256 KiB at most: 128 MiB. */
  readonly bodies: number
}

const LIMITS: ConnectionLimits = { ofAddress: 4_096, bodies: 512 }

/**
 * Bounds the connections of one address, except a trusted proxy, and the memory of bodies that have not arrived yet. Beyond
 * the first limit, the new connection is closed; beyond the second, the newest one of the client with the most of them.
 */
export function limitConnectionsOfClients(
  server: Server,
  clients: ClientFinder,
  { ofAddress, bodies }: ConnectionLimits = LIMITS,
): void {
  const openOf = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = clients.ofConnection(socket)
    if (address === undefined) return
    const open = (openOf.get(address) ?? 0) + 1
    openOf.set(address, open)
    socket.once('close', () => {
      const left = (openOf.get(address) ?? 1) - 1
      if (left === 0) openOf.delete(address)
      else openOf.set(address, left)
    })
    if (open > ofAddress) socket.destroy()
  })

  const receiving = fairQueue<{ readonly client: string; readonly socket: Socket }>()
  prependStep(server, (request, _response, next) => {
    if (hasBody(request) && !isStream(request)) {
      const body = { client: clients.inTurn(request), socket: request.socket }
      receiving.add(body)
      const forget = (): void => receiving.delete(body)
      request.once('end', forget).once('close', forget)
      if (receiving.size > bodies) receiving.mostExpendable()?.socket.destroy()
    }
    next()
  })
}

import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import { createGatedServer } from '../../src/http/request-gate.ts'
import { drainConnections, PROBE_INTERVAL_MS } from '../../src/server/graceful-shutdown.ts'

export const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

interface Draining {
  readonly server: Server
  readonly port: number
  /** @returns its duration in milliseconds: the number of probes times their interval. */
  drain(): Promise<number>
}

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Starts a server; it is closed after the test. */
export async function serve(listener: RequestListener): Promise<Draining> {
  const server = createGatedServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async drain() {
      let passed = 0
      await drainConnections(server, () => (passed += PROBE_INTERVAL_MS))
      return passed
    },
  }
}

interface Client {
  readonly socket: Socket
  /** All received text. */
  text(): string
  /** Resolves when the connection has ended, with 'in order' or the code of an error. */
  readonly closed: Promise<string>
}

export async function open(port: number): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1' })
  let text = ''
  let failure = 'in order'
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? ''))
  await once(socket, 'connect')
  const closed = once(socket, 'close').then(() => failure)
  return { socket, text: () => text, closed }
}

import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Receiver {
  readonly port: number
  readonly url: string
  readonly messages: ReceivedMessage[]
  /** The status of its responses; it never responds without one. */
  status: number | undefined
  /** Whether its last connection is open. */
  isWaiting(): boolean
}

const servers: Server[] = []

/** An HTTP server that keeps what it receives. Call `closeReceivers` at the top level of the test file. */
export async function startReceiver(
  status: number | undefined,
  { host = '127.0.0.1', port = 0, headers = {} } = {},
): Promise<Receiver> {
  const messages: ReceivedMessage[] = []
  let isOpen = false
  const receiver = { messages, status, isWaiting: () => isOpen }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    messages.push({ headers: request.headers, text: (await buffer(request)).toString() })
    isOpen = true
    response.on('close', () => (isOpen = false))
    if (receiver.status !== undefined) response.writeHead(receiver.status, headers).end('ok')
  }
  const server = createServer((request, response) => void respond(request, response))
  servers.push(server)
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return Object.assign(receiver, { port: bound, url: `http://${host}:${bound}/hook` })
}

export function closeReceivers(): void {
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })
}

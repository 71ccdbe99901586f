import { once } from 'node:events'
import {
  createServer,
  request as sendRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a front says by itself. */
export interface MadeAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What becomes of one request. */
export type Fate =
  /** The service answers. */
  | 'passes'
  /** The connection is reset before the service has seen anything. */
  | 'is lost'
  /** The service has answered, and the connection is reset instead. */
  | 'is not answered'
  /** The service has answered, and half of that comes through. */
  | 'is half answered'
  /** Nothing ever happens. */
  | 'meets silence'
  /** Something else answers, and the service sees nothing. */
  | MadeAnswer
  /** The service gets it, and the connection is reset at a moment while it is at work. */
  | { readonly isLeft: () => Promise<unknown> }
  /** The service has answered, and something else does so instead. */
  | { readonly insteadOfAnswer: MadeAnswer }

export interface Received {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
  /** Of what the service answered; set when it has. */
  status?: number
}

export interface FaultyFront {
  readonly url: string
  /** All requests since the last plan. */
  readonly received: readonly Received[]
  /** Decides on the next requests, in their order; those after them pass. */
  plan(...fates: Fate[]): void
  close(): Promise<void>
}

interface ServiceAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Stands before the service at `target` (an origin), as a proxy or a network would that fails. */
export async function startFaultyFront(target: string): Promise<FaultyFront> {
  let fates: Fate[] = []
  let received: Received[] = []
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entry = await read(request)
    received.push(entry)
    await meet(fates.shift() ?? 'passes', response, () => forward(target, entry))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return received
    },
    plan: (...next) => {
      fates = next
      received = []
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '', headers } = request
  const body = (await buffer(request)).toString()
  return { method, path: url, headers, body, at: performance.now() }
}

async function meet(
  fate: Fate,
  response: ServerResponse,
  ask: () => Promise<ServiceAnswer>,
): Promise<void> {
  if (fate === 'meets silence') return
  if (fate === 'is lost') return void response.socket?.resetAndDestroy()
  if (typeof fate === 'object' && 'status' in fate) return give(response, fate)
  const answering = ask()
  if (typeof fate === 'object' && 'isLeft' in fate) {
    await fate.isLeft()
    return void response.socket?.resetAndDestroy()
  }
  const { status, headers, body } = await answering
  if (fate === 'is not answered') return void response.socket?.resetAndDestroy()
  if (typeof fate === 'object') return give(response, fate.insteadOfAnswer)
  response.writeHead(status, headers)
  if (fate === 'passes') return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy())
}

function give(response: ServerResponse, { status, headers = {}, body = '' }: MadeAnswer): void {
  response.writeHead(status, headers).end(body)
}

/** A connection for each, so that none is lost with another. */
async function forward(target: string, entry: Received): Promise<ServiceAnswer> {
  const { method, path, headers, body } = entry
  const request = sendRequest(`${target}${path}`, { method, headers, agent: false })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const answer = { headers: response.headers, body: await buffer(response) }
  entry.status = response.statusCode ?? 0
  return { status: entry.status, ...answer }
}

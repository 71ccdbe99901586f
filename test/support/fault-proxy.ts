import { once } from 'node:events'
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readBody } from './read-body.ts'

/** A response of the proxy itself. */
export interface MadeResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The fault of one request. */
export type InjectedFault =
  | 'pass'
  /** The connection is reset before the service gets the request. */
  | 'reset before the service'
  /** The connection is reset instead of the response of the service. */
  | 'reset after the service'
  /** The connection is reset after half of the response. */
  | 'half a response'
  | 'no response'
  /** A response without the service. */
  | MadeResponse
  /** The connection is reset after this promise, while the service works. */
  | { readonly resetDuring: () => Promise<unknown> }
  /** Another response instead of that of the service. */
  | { readonly replaceResponse: MadeResponse }

/** By lower-case name, without those of one connection. */
type Headers = Readonly<Record<string, string>>

export interface ProxiedRequest {
  readonly method: string
  /** The path and the query. */
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

export interface ProxiedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** Makes a service violate its contract in each request. */
export interface InjectedViolation {
  /** The request that the service gets instead. */
  readonly changeRequest?: (request: ProxiedRequest) => ProxiedRequest
  /** The response that the client gets instead. */
  readonly changeResponse?: (response: ProxiedResponse, request: ProxiedRequest) => ProxiedResponse
}

interface Received extends ProxiedRequest {
  readonly at: number
  /** The status of the service, once it has responded. */
  status?: number
}

export interface FaultProxy {
  readonly url: string
  /** All requests since the last `inject`. */
  readonly received: readonly Received[]
  /** Sets the faults of the next requests, in order; later requests pass. */
  inject(...faults: InjectedFault[]): void
  /** Runs before the service gets each request. */
  beforeEach(action: () => Promise<void>): void
  close(): Promise<void>
}

interface ServiceResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/** A proxy before the service at `target` (an origin) that injects faults, and the violation if there is one. */
export async function startFaultProxy(
  target: string,
  violation: InjectedViolation = {},
): Promise<FaultProxy> {
  let faults: InjectedFault[] = []
  let received: Received[] = []
  let before = (): Promise<void> => Promise.resolve()
  const server = createServer((request, response) => {
    serve(request, response).catch((error: NodeJS.ErrnoException) => {
      // The client has ended its request.
      if (error.code !== 'ECONNRESET') throw error
    })
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entry = await read(request)
    received.push(entry)
    await before()
    await respond(faults.shift() ?? 'pass', response, () => forward(target, entry, violation))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return received
    },
    inject: (...next) => {
      faults = next
      received = []
    },
    beforeEach: (action) => {
      before = action
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const OF_ONE_CONNECTION = ['connection', 'keep-alive', 'content-length', 'host']

function withoutConnection(headers: IncomingMessage['headers']): Headers {
  const kept = Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.includes(name))
  return Object.fromEntries(kept) as Headers
}

async function read(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '', headers } = request
  const body = (await buffer(request)).toString()
  return { method, url, headers: withoutConnection(headers), body, at: performance.now() }
}

async function respond(
  fault: InjectedFault,
  response: ServerResponse,
  callService: () => Promise<ServiceResponse>,
): Promise<void> {
  if (fault === 'no response') return
  if (fault === 'reset before the service') return void response.socket?.resetAndDestroy()
  if (typeof fault === 'object' && 'status' in fault) return send(response, fault)
  const pending = callService()
  if (typeof fault === 'object' && 'resetDuring' in fault) {
    await fault.resetDuring()
    return void response.socket?.resetAndDestroy()
  }
  const { status, headers, body } = await pending
  if (fault === 'reset after the service') return void response.socket?.resetAndDestroy()
  if (typeof fault === 'object') return send(response, fault.replaceResponse)
  response.writeHead(status, headers)
  if (fault === 'pass') return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy())
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: MadeResponse): void {
  response.writeHead(status, headers).end(body)
}

/** Uses a new connection for each request, so that no reset affects another request. */
async function forward(
  target: string,
  entry: Received,
  { changeRequest, changeResponse }: InjectedViolation,
): Promise<ServiceResponse> {
  const { method, url, headers, body } = changeRequest?.(entry) ?? entry
  const request = sendRequest(`${target}${url}`, { method, headers, agent: false })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const bytes = await readBody(response, response.headers['content-type'])
  const length = response.headers['content-length']
  const received = {
    status: response.statusCode ?? 0,
    // The length is that of the received body, except for HEAD, which has none.
    headers: {
      ...withoutConnection(response.headers),
      ...(method === 'HEAD' && length !== undefined && { 'content-length': length }),
    },
    text: bytes.toString(),
  }
  entry.status = received.status
  const { status, text, ...changed } = changeResponse?.(received, entry) ?? received
  const sent = Object.entries(changed.headers).filter(([, value]) => value !== undefined)
  return {
    status,
    headers: Object.fromEntries(sent) as Headers,
    body: text === received.text ? bytes : Buffer.from(text),
  }
}

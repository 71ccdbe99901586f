import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'

/** Responds to a request, holds it back, or passes it on by calling `next`. */
type RequestStep = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The first step of a server, the number of requests that it has received, and its open connections. */
interface Chain {
  head: RequestListener
  requests: number
  readonly connections: Set<Socket>
}

const chains = new WeakMap<Server, Chain>()

/**
 * An HTTP server whose only request listener is a chain of steps that ends at `application`. Load
 * shedding and graceful shutdown add their steps with `prependStep`.
 */
export function createGatedServer(
  application: RequestListener,
  options: ServerOptions = {},
): Server {
  const chain: Chain = { head: tracked(application), requests: 0, connections: new Set() }
  const server = createServer(options, (request, response) => {
    // Node's parser goes on with the bytes that it has read of a closed connection, which can be 1,500 requests.
    if (request.socket.destroyed) return void request.destroy()
    chain.requests += 1
    chain.head(request, response)
  })
  server.on('connection', (socket) => {
    chain.connections.add(socket)
    socket.once('close', () => chain.connections.delete(socket))
  })
  chains.set(server, chain)
  return server
}

/** Runs `step` before the steps that were added earlier. */
export function prependStep(server: Server, step: RequestStep): void {
  const chain = chainOf(server)
  const next = chain.head
  chain.head = (request, response) => step(request, response, () => next(request, response))
}

export function requestsReceived(server: Server): number {
  return chainOf(server).requests
}

export function connectionsOf(server: Server): ReadonlySet<Socket> {
  return chainOf(server).connections
}

function chainOf(server: Server): Chain {
  const chain = chains.get(server)
  if (chain === undefined) throw new Error('The server was not made by createGatedServer')
  return chain
}

const underWay = new WeakMap<Socket, ServerResponse[]>()

/**
 * The responses that are under way on a connection, in the order of their requests: those of the application, and of
 * steps that respond later by themselves.
 */
export function responsesUnderWay(socket: Socket): readonly ServerResponse[] {
  return underWay.get(socket) ?? []
}

function tracked(application: RequestListener): RequestListener {
  return (request, response) => {
    trackResponse(response)
    application(request, response)
  }
}

/** Must be called by a step that holds a request back and may respond to it. */
export function trackResponse(response: ServerResponse): void {
  const { socket } = response.req
  const responses = underWay.get(socket)
  if (responses?.includes(response) === true) return
  if (responses === undefined) underWay.set(socket, [response])
  else responses.push(response)
  response.on('close', forget)
}

/** One function for all responses: a closure would keep the last response of a keep-alive connection in memory. */
function forget(this: ServerResponse): void {
  const responses = underWay.get(this.req.socket) ?? []
  responses.splice(responses.indexOf(this), 1)
}

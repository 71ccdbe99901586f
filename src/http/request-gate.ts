import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'

/** Responds to a request, holds it back, or passes it on by calling `next`. */
type RequestStep = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const chains = new WeakMap<Server, { head: RequestListener }>()

/**
 * An HTTP server whose only request listener is a chain of steps that ends at `application`. Load
 * shedding and graceful shutdown add their steps with `prependStep`.
 */
export function createGatedServer(
  application: RequestListener,
  options: ServerOptions = {},
): Server {
  const chain = { head: application }
  const server = createServer(options, (request, response) => chain.head(request, response))
  chains.set(server, chain)
  return server
}

/** Runs `step` before the steps that were added earlier. */
export function prependStep(server: Server, step: RequestStep): void {
  const chain = chains.get(server)
  if (chain === undefined) throw new Error('The server was not made by createGatedServer')
  const next = chain.head
  chain.head = (request, response) => step(request, response, () => next(request, response))
}

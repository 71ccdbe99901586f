import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../contract/request-head.ts'

/**
 * Any origin may read, and none may write: an API key does not belong where every script of a page can
 * read it, so neither the methods that need a key nor `Authorization` are allowed.
 * @fastify/cors does not fit: it responds to every OPTIONS request, those of the contract included.
 */
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match, Traceparent, Tracestate',
  'access-control-max-age': '86400',
}

/** For `OPTIONS *` (RFC 9110, section 9.3.7). */
const SERVER_METHODS = { allow: 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS' }

/** A hook for the OPTIONS requests that concern no resource: `OPTIONS *` and CORS preflights. */
export function handleOptions(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  if (request.method !== 'OPTIONS') done()
  else if (request.url === '*') void reply.code(204).headers(SERVER_METHODS).send()
  else if (isPreflight(request)) void reply.code(204).headers(preflightHeaders(request)).send()
  else done()
}

/** Every response for a path of the contract has `Allow`. */
function preflightHeaders({ url }: FastifyRequest): Record<string, string> {
  const path = pathOf(url)
  return path === undefined ? PREFLIGHT_HEADERS : { ...PREFLIGHT_HEADERS, allow: path.allow }
}

/** Fetch, CORS-preflight request. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

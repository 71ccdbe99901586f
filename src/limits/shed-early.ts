import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { ContractPath } from '../contract/paths.ts'
import { pathOf } from '../contract/request-head.ts'
import { sentCredential } from '../credentials/bearer-key.ts'
import { defaultHeaders } from '../http/fixed-headers.ts'
import { problemBody, PROBLEM_TYPE } from '../problem.ts'
import { overloaded } from './gate.ts'
import type { LoadShedder } from './overload.ts'

const READS = new Set(['GET', 'HEAD'])
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Has requests that would be refused in the end refused before anything else is done for them: what
 * reads, while the process has more to do than it can; what writes, while no more is written. Finding
 * out who sends it would cost the database as much as what it lacks. Even then no path or method that
 * is not there, nobody without a credential and nothing beside the API is told that.
 */
export function shedRequests(server: Server, overload: LoadShedder, publicUrl: string): void {
  const handlers = server.listeners('request') as RequestListener[]
  const refuse = refusal(publicUrl)
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const path = isRefused(request, overload) ? contractPathOf(request) : undefined
    if (path === undefined) {
      for (const handle of handlers) handle.call(server, request, response)
      return
    }
    overload.recordRejection()
    const gate = READS.has(request.method ?? '') ? overload.reads : overload.writes
    refuse(response, path, gate.retryAfter())
  })
}

function isRefused({ method = '', headers }: IncomingMessage, overload: LoadShedder): boolean {
  // People are told by a page, which is made farther on.
  if (headers.accept?.includes('text/html') === true) return false
  if (READS.has(method)) return overload.isShedding()
  const isSent = sentCredential(headers.authorization) !== undefined
  return WRITES.has(method) && isSent && overload.writes.isFull()
}

/** Undefined where the contract does not have it with this method. */
function contractPathOf({ method = '', url = '' }: IncomingMessage): ContractPath | undefined {
  const path = pathOf(url)
  return path?.methods.has(method) === true ? path : undefined
}

/** Writes refusals, of which only the request's own id is made anew. */
function refusal(
  publicUrl: string,
): (response: ServerResponse, path: ContractPath, retryAfterSeconds: number) => void {
  const mark = randomUUID()
  const body = JSON.stringify(problemBody(overloaded(1), publicUrl, mark))
  const [before = '', after = ''] = body.split(mark)
  const fixed = Object.entries({
    'content-type': PROBLEM_TYPE,
    'content-length': String(body.length),
    'cache-control': 'no-store',
    ...defaultHeaders(publicUrl),
  }).flat()
  return (response, { allow }, retryAfterSeconds) => {
    const id = randomUUID()
    const own = ['retry-after', String(retryAfterSeconds), 'allow', allow, 'x-request-id', id]
    response.writeHead(503, [...fixed, ...own])
    // Node ends what has been written in less time than it ends with the text itself.
    response.write(`${before}${id}${after}`)
    response.end()
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isContinue } from '../contract/request-head.ts'
import { dropSlowReaders } from './unread-answers.ts'

/** More are not accepted: each takes a descriptor and some ten kilobytes. */
const MOST_CONNECTIONS = 8_192

/** Of what is not accepted, one line is enough for so long. */
const QUIET_MS = 10_000

/** Bounds what connections take, and has requests with `Expect` judged like all others. */
export function limitConnections(app: FastifyInstance, longestBodyBytes: number): void {
  const { server } = app
  server.maxConnections = MOST_CONNECTIONS
  server.on(
    'drop',
    atMostEvery(QUIET_MS, () => {
      app.log.warn({ connections: MOST_CONNECTIONS }, 'No more connections are accepted')
    }),
  )
  // Without these listeners Node itself would refuse the one, and ask for any body at the other.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { expect = '', 'content-length': length = 0 } = request.headers
    if (isContinue(expect) && Number(length) <= longestBodyBytes) askForBody(response)
    server.emit('request', request, response)
  })
  dropSlowReaders(app)
}

/** Behind the answers to others, Node would write this into the middle of the one that it is before. */
function askForBody(response: ServerResponse): void {
  if (response.socket === null) response.once('socket', () => response.writeContinue())
  else response.writeContinue()
}

function atMostEvery(milliseconds: number, act: () => void): () => void {
  let last = -Infinity
  return () => {
    const now = performance.now()
    if (now - last < milliseconds) return
    last = now
    act()
  }
}

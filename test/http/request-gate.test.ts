import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import {
  connectionsOf,
  createGatedServer,
  prependStep,
  requestsReceived,
  responsesUnderWay,
  trackResponse,
} from '../../src/http/request-gate.ts'
import { openSocket } from './raw-http.ts'

/** A gated server with a client that has sent three pipelined requests. */
async function pipelined(application: RequestListener) {
  const server = createGatedServer(application)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = openSocket((server.address() as AddressInfo).port)
  client.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3))
  return { server, close: () => server.close().closeAllConnections() }
}

it('knows the responses of a connection that are under way, in the order of their requests', async () => {
  const responses: ServerResponse[] = []
  const { server, close } = await pipelined((_request, response) => responses.push(response))
  // A step that may hold requests back.
  prependStep(server, (_request, response, next) => {
    trackResponse(response)
    next()
  })
  await expect.poll(() => responses.length).toBe(3)
  const [first, second, third] = responses as [ServerResponse, ServerResponse, ServerResponse]
  const { socket } = first.req
  const underWay = () => responsesUnderWay(socket).map((response) => responses.indexOf(response))
  expect(underWay()).toEqual([0, 1, 2])
  first.end()
  await once(first, 'close')
  expect(underWay()).toEqual([1, 2])
  // Node sends it after the second one.
  third.end()
  expect(underWay()).toEqual([1, 2])
  second.end()
  await once(third, 'close')
  expect(underWay()).toEqual([])
  close()
})

it('runs the step that was added last first, and the application only when each step passes on', async () => {
  const order: string[] = []
  const { server, close } = await pipelined((_request, response) => {
    order.push('application')
    response.end()
  })
  const underWay: number[] = []
  prependStep(server, (_request, _response, next) => {
    order.push('earlier')
    next()
  })
  prependStep(server, ({ socket }, response, next) => {
    underWay.push(responsesUnderWay(socket).length)
    order.push('later')
    if (order.length > 3) response.end()
    else next()
  })
  await expect.poll(() => order).toEqual(['later', 'earlier', 'application', 'later', 'later'])
  close()
  // That of the application alone.
  expect(underWay).toEqual([0, 1, 1])
})

it('does nothing for what follows on a connection that it has closed', async () => {
  const requests: IncomingMessage[] = []
  const { server, close } = await pipelined((request) => {
    requests.push(request)
    request.socket.destroy()
  })
  await once(server, 'connection')
  await expect.poll(() => connectionsOf(server).size).toBe(0)
  expect(requests).toHaveLength(1)
  expect(requestsReceived(server)).toBe(1)
  close()
})

it('takes steps of its own servers alone', () => {
  expect(() => prependStep(createServer(), () => {})).toThrow('not made by createGatedServer')
})

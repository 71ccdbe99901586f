import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { eventBody } from '../writes/event-requests.ts'
import { openSocket, sendRaw, listenOnFreePort, parseResponses, request } from './raw-http.ts'

const LIST = '/api/v1/events/'

const test = useService()
let running = 0
let maxRunning = 0

beforeAll(async () => {
  await makeEvent(test.db)
})

/** A service with a slow list operation that counts its concurrent calls. */
async function slowService(milliseconds: number) {
  const app = await testApp(test, {
    operations: {
      ...operations,
      async listEvents(input, context) {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await sleep(milliseconds)
        running -= 1
        return operations.listEvents(input, context)
      },
    },
  })
  return { app, port: await listenOnFreePort(app) }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

describe('pipelined requests', () => {
  it('A20 are executed one after another', async () => {
    const { app, port } = await slowService(5)
    maxRunning = 0
    const bytes = Array.from({ length: 20 }, (_, at) => get(`${LIST}?offset=${at}`)).join('')
    const responses = await sendRaw(port, bytes + request('GET /docs'))
    await app.close()
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 21 }, () => 200))
    expect(maxRunning).toBe(1)
  })

  it('A20 read what the requests before them wrote', async () => {
    const { key } = await makeApiKey(test.db)
    const venue = await makeVenue(test.db)
    const app = await testApp(test)
    const port = await listenOnFreePort(app)
    const body = eventBody(venue.id, { title: 'Before', publish_status: 'published' })
    const post =
      `POST ${LIST} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const responses = await sendRaw(port, post + request(`GET ${LIST}?limit=100`))
    await app.close()
    expect(responses.map(({ status }) => status)).toEqual([201, 200])
    expect(responses[1]?.text).toContain('"title":"Before"')
  })

  it('A20 no longer count once their responses are sent', async () => {
    const app = await testApp(test)
    const socket = openSocket(await listenOnFreePort(app))
    const head = `HEAD ${LIST} HTTP/1.1\r\nHost: a\r\n\r\n`
    let text = ''
    socket.write(head.repeat(80))
    for await (const chunk of socket) {
      text += String(chunk)
      // A response to HEAD has no body, so it ends with its headers.
      const responses = text.split('\r\n\r\n').length - 1
      if (responses === 80) socket.write(head.repeat(79) + request(`HEAD ${LIST}`))
    }
    await app.close()
    expect(text.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(160)
  })

  // Node would write it between the head and the body of the response to this very request.
  it('A17 get 100 (Continue) after the responses to the requests before', async () => {
    const app = await testApp(test)
    const patch = request(`PATCH ${LIST}`, ['Expect: 100-continue', 'Content-Length: 2'], '{}')
    const responses = await sendRaw(await listenOnFreePort(app), get(LIST).repeat(2) + patch)
    await app.close()
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 100, 405])
    expect(responses.at(-1)?.json()).toMatchObject({ status: 405 })
  })

  // Node throws at a 100 after the headers of a response, which would end the process.
  it('A17 get no 100 (Continue) when they are rejected before their turn', async () => {
    const app = await testApp(test)
    const post = request('POST /%zz', ['Expect: 100-continue', 'Content-Length: 2'], '{}')
    const responses = await sendRaw(await listenOnFreePort(app), get(LIST) + post)
    await app.close()
    expect(responses.map(({ status }) => status)).toEqual([200, 400])
  })

  it('A20 are responded to when unreadable input follows', async () => {
    const app = await testApp(test)
    // More than the sockets buffer, so that it is not sent before the client reads.
    const page = Buffer.alloc(32 * 1024 * 1024, ' ')
    app.get('/long', (_request, reply) => reply.send(page))
    const socket = openSocket(await listenOnFreePort(app))
    socket.write(get('/long'))
    await once(socket, 'readable')
    socket.write('unreadable\r\n\r\n')
    await once(app.server, 'clientError')
    const bytes = Buffer.concat(await socket.toArray())
    await app.close()
    expect(parseResponses(bytes).map(({ text }) => text.length)).toEqual([page.length])
  })

  it('A20 over a hundred close the connection', async () => {
    const { app, port } = await slowService(200)
    maxRunning = 0
    const responses = await sendRaw(port, get(LIST).repeat(102))
    await app.close()
    expect(responses).toEqual([])
    expect(maxRunning).toBe(1)
  })
})

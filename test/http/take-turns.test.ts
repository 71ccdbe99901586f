import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { testApp, useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { eventBody } from '../writes/event-requests.ts'
import { exchange, listenAnywhere, request } from './raw-exchange.ts'

const LIST = '/api/v1/events/'

const test = useService()
let running = 0
let mostRunning = 0

beforeAll(async () => {
  await makeEvent(test.db)
})

/** The service, where a list takes its time and tells how many are made at once. */
async function slowService(milliseconds: number) {
  const app = await testApp(test, {
    operations: {
      ...operations,
      async listEvents(input, context) {
        running += 1
        mostRunning = Math.max(mostRunning, running)
        await sleep(milliseconds)
        running -= 1
        return operations.listEvents(input, context)
      },
    },
  })
  return { app, port: await listenAnywhere(app) }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

describe('requests sent before the answers to others', () => {
  it('A20 are taken one after another', async () => {
    const { app, port } = await slowService(5)
    mostRunning = 0
    const bytes = Array.from({ length: 20 }, (_, at) => get(`${LIST}?offset=${at}`)).join('')
    const answers = await exchange(port, bytes + request('GET /docs'))
    await app.close()
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 21 }, () => 200))
    expect(mostRunning).toBe(1)
  })

  it('A20 see what was written before them', async () => {
    const { key } = await makeApiKey(test.db)
    const venue = await makeVenue(test.db)
    const app = await testApp(test)
    const port = await listenAnywhere(app)
    const body = eventBody(venue.id, { title: 'Before', publish_status: 'published' })
    const post =
      `POST ${LIST} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const answers = await exchange(port, post + request(`GET ${LIST}?limit=100`))
    await app.close()
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    expect(answers[1]?.text).toContain('"title":"Before"')
  })

  it('A20 are no more than a hundred', async () => {
    const { app, port } = await slowService(200)
    mostRunning = 0
    const answers = await exchange(port, get(LIST).repeat(102))
    await app.close()
    expect(answers).toEqual([])
    expect(mostRunning).toBe(1)
  })
})

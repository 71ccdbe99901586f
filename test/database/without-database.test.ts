import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { startProxiedService, timed, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnjudged, type Sent } from '../support/send.ts'

const test = useDatabase()
let service: ProxiedService
let key: string

beforeAll(async () => {
  await makeEvent(test.db)
  key = (await makeApiKey(test.db)).key
  service = await startProxiedService(test.url)
})
afterAll(() => service.close())

const JSON_TYPE = { 'content-type': 'application/json' }

const NEEDING_NONE: readonly (readonly [number, Sent])[] = [
  [404, { path: '/nothing/' }],
  [404, { path: '/events/0/' }],
  [405, { method: 'DELETE', path: '/events/' }],
  [406, { path: '/events/', headers: { accept: 'image/png' } }],
  [400, { path: '/events/?limit=x' }],
  [400, { path: '/events/?offset=1e1' }],
  [401, { method: 'POST', path: '/events/', headers: JSON_TYPE, body: '{}' }],
  [401, { path: '/events/', headers: { authorization: 'Basic eDp5' } }],
  [200, { method: 'OPTIONS', path: '/events/' }],
  [200, { url: '/openapi/v1.json' }],
  [200, { url: '/docs' }],
]

/** Its status, and whether it came in time, whatever else the machine does. */
async function askedThrice(sent: Sent): Promise<[number, boolean]> {
  const [first, ...others] = [await ask(sent), await ask(sent), await ask(sent)]
  const quickest = Math.min(first.ms, ...others.map(({ ms }) => ms))
  return [first.answer.status, quickest < 50]
}

const ask = (sent: Sent) => timed(service.app, sent)

describe('F8 with all connections waiting for a silent database', () => {
  it('what needs none is answered as ever, within 50 ms', async () => {
    const authorized = { path: '/events/1/', headers: { authorization: `Bearer ${key}` } }
    for (const sent of [authorized, ...NEEDING_NONE.map(([, each]) => each)]) {
      await sendUnjudged(service.app, sent)
    }
    service.proxy.suffer({ isSilent: true })
    const held = Array.from({ length: 20 }, (_, offset) => [
      sendUnjudged(service.app, authorized),
      sendUnjudged(service.app, { path: `/events/?offset=${offset}` }),
    ]).flat()
    // Until they have come to where they wait.
    await sleep(200)
    for (const [status, sent] of NEEDING_NONE) {
      expect(await askedThrice(sent), JSON.stringify(sent)).toEqual([status, true])
    }
    service.proxy.suffer()
    const statuses = (await Promise.all(held)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

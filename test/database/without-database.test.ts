import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { startProxiedService, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnjudged, type Sent } from '../support/send.ts'
import { withoutTimers } from '../support/without-timers.ts'

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

const WITHOUT_DATABASE: readonly (readonly [number, Sent])[] = [
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

const statusOf = async (sent: Sent): Promise<number> =>
  (await sendUnjudged(service.app, sent)).status

describe('F8 with all connections waiting for a silent database', () => {
  it('responds to requests that need none, without waiting', async () => {
    const authorized = { path: '/events/1/', headers: { authorization: `Bearer ${key}` } }
    for (const sent of [authorized, ...WITHOUT_DATABASE.map(([, each]) => each)]) {
      await statusOf(sent)
    }
    service.proxy.suffer({ isSilent: true })
    const held = Array.from({ length: 20 }, (_, offset) => [
      statusOf(authorized),
      statusOf({ path: `/events/?offset=${offset}` }),
    ]).flat()
    // Until they wait for a connection.
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
    await withoutTimers(async () => {
      for (const [status, sent] of WITHOUT_DATABASE) {
        expect(await statusOf(sent), JSON.stringify(sent)).toBe(status)
      }
    })
    service.proxy.suffer()
    await Promise.all(held)
    await expect.poll(() => statusOf(authorized)).toBe(200)
  })
})

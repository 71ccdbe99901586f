import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { startProxiedService, timed, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnvalidated, type Sent } from '../support/send.ts'
import { nextNumber } from '../support/sequence.ts'
import { eventBody, posting } from '../writes/event-requests.ts'

const EVENTS = 30
const MAX_WAIT_MS = 3_000
const RECOVERY_MS = 1_000
const PER_SECOND = 40

const test = useDatabase()
let service: ProxiedService
let key: string
let venue: number

beforeAll(async () => {
  for (let count = 0; count < EVENTS; count += 1) await makeEvent(test.db)
  key = (await makeApiKey(test.db)).key
  venue = (await makeVenue(test.db)).id
  service = await startProxiedService(test.url)
})
afterAll(() => service.close())

const page = (offset: number): Sent => ({ path: `/events/?limit=5&offset=${offset % EVENTS}` })
const own = (): Sent => ({ path: '/events/1/', headers: { authorization: `Bearer ${key}` } })
const post = (): Sent => {
  const title = `Event ${nextNumber()}`
  return posting(key, eventBody(venue, { title }), title)
}

/** Cached while the service knows that nothing has changed. */
const CACHED: Sent = { path: '/events/?limit=7' }

/** The kinds of requests, in equal shares. */
const KINDS: readonly ((number: number) => Sent)[] = [page, page, () => CACHED, own, post]

const kindOf = (number: number): Sent => (KINDS[number % KINDS.length] ?? page)(number)

async function warmUp(): Promise<void> {
  for (let number = 0; number < 4 * KINDS.length; number += 1) {
    const { status } = await sendUnvalidated(service.app, kindOf(number))
    expect([200, 201]).toContain(status)
  }
}

/** Sends requests of all kinds at a constant rate. @returns the pending responses. */
async function sendFor(ms: number, perSecond: number) {
  const sent: ReturnType<typeof timed>[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    sent.push(timed(service.app, kindOf(sent.length)))
    await sleep(1_000 / perSecond)
  }
  return sent
}

/** The milliseconds until the first expected response, with a request every 50 ms. */
async function recovery(make: () => Sent, status: number): Promise<number> {
  const start = performance.now()
  const right: number[] = []
  const send = async (): Promise<void> => {
    const { response } = await timed(service.app, make())
    if (response.status === status) right.push(performance.now() - start)
  }
  const requested: Promise<void>[] = []
  while (right.length === 0 && performance.now() - start < 10_000) {
    requested.push(send())
    await sleep(50)
  }
  await Promise.all(requested)
  return right[0] ?? Infinity
}

describe.each([
  ['whose bytes arrive late', 12_000, () => service.proxy.suffer()],
  ['whose connections stay dead', 8_000, () => service.proxy.forget()],
])('F5 a black hole %s', (_, lengthMs, heal) => {
  it('causes 503 within 3 s, and 200 within 1 s after its end', { timeout: 90_000 }, async () => {
    await warmUp()
    service.proxy.suffer({ isSilent: true })
    const during = await sendFor(lengthMs, PER_SECOND)
    heal()
    const firsts = await Promise.all([recovery(() => page(3), 200), recovery(post, 201)])
    const ended = await Promise.all(during)
    const slowest = Math.max(...ended.map(({ ms }) => ms))
    // The last ones were still running when it ended.
    const statuses = ended.slice(0, -3 * PER_SECOND).map(({ response }) => response.status)
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect(slowest).toBeLessThan(MAX_WAIT_MS)
    for (const { response } of ended.filter(({ response: { status } }) => status === 503)) {
      expect(response.headers['retry-after']).toMatch(/^\d+$/)
    }
    expect(Math.max(...firsts)).toBeLessThan(RECOVERY_MS)
  })
})

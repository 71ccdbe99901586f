import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeShownRows } from '../read-model/shown-rows.ts'
import { makeEvent } from '../support/make-event.ts'
import { startProxiedService, timed, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnvalidated } from '../support/send.ts'

const test = useDatabase()
let service: ProxiedService
let reference: FastifyInstance

beforeAll(async () => {
  await makeShownRows(test.db)
  for (let count = 0; count < EVENTS; count += 1) await makeEvent(test.db)
  reference = await testApp(test)
  service = await startProxiedService(test.url)
})
afterEach(() => service.proxy.suffer())
afterAll(async () => {
  await service.close()
  await reference.close()
})

const PAGES = 12
const EVENTS = 100
let requested = 0

/** Different pages each time, so that none comes from the response cache. */
function nextPaths(): string[] {
  return Array.from({ length: PAGES }, (_, page) => {
    requested += 1
    const list = page % 2 === 0 ? 'marketplace-artworks' : 'events'
    return `/${list}/?limit=${100 - (requested % 50)}&offset=${requested % 7}`
  })
}

/** Requests pages concurrently; each is correct or 503. @returns the number of correct ones. */
async function requestPages(): Promise<number> {
  const paths = nextPaths()
  const responses = await Promise.all(paths.map((path) => timed(service.app, { path })))
  let right = 0
  for (const [at, { response, ms }] of responses.entries()) {
    expect(ms).toBeLessThan(3_000)
    if (response.status === 503) continue
    const expected = await sendUnvalidated(reference, { path: paths[at] ?? '' })
    expect([response.status, response.text === expected.text]).toEqual([200, true])
    right += 1
  }
  return right
}

async function expectRecovery(): Promise<void> {
  service.proxy.suffer()
  await expect.poll(requestPages, { timeout: 10_000, interval: 20 }).toBe(PAGES)
}

describe('F6 on a faulty network', () => {
  it('with 200 ms latency, pages are correct or 503', async () => {
    expect(await requestPages()).toBe(PAGES)
    service.proxy.suffer({ latencyMs: 200 })
    expect(await requestPages()).toBeGreaterThan(PAGES / 2)
    service.proxy.reset()
    await requestPages()
    await expectRecovery()
  })

  it('with single-byte packets, pages are correct or 503', async () => {
    service.proxy.suffer({ sliceBytes: 1 })
    expect(await requestPages()).toBeGreaterThan(0)
    await expectRecovery()
  })

  it('with connections cut within results, pages are correct or 503', async () => {
    let right = 0
    for (let bytes = 1; bytes < 1_000_000; bytes = Math.ceil(bytes * 1.5)) {
      service.proxy.suffer({ cutAfterBytes: bytes })
      right += await requestPages()
    }
    expect(right).toBeGreaterThan(0)
    await expectRecovery()
  })

  it('with resets at any moment, pages are correct or 503', async () => {
    for (let delay = 0; delay < 30; delay += 1) {
      const pending = requestPages()
      await sleep(delay / 2)
      service.proxy.reset()
      await pending
    }
    await expectRecovery()
  })
})

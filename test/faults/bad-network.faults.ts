import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeShownRows } from '../read-model/shown-rows.ts'
import { makeEvent } from '../support/make-event.ts'
import { startProxiedService, timed, type ProxiedService } from '../support/proxied-service.ts'
import { sendUnjudged } from '../support/send.ts'

const test = useDatabase()
let service: ProxiedService
let whole: FastifyInstance

beforeAll(async () => {
  await makeShownRows(test.db)
  for (let count = 0; count < EVENTS; count += 1) await makeEvent(test.db)
  whole = await testApp(test)
  service = await startProxiedService(test.url)
})
afterEach(() => service.proxy.suffer())
afterAll(async () => {
  await service.close()
  await whole.close()
})

const PAGES = 12
const EVENTS = 100
let asked = 0

/** Different pages each time, so that none comes from the response cache. */
function nextPaths(): string[] {
  return Array.from({ length: PAGES }, (_, page) => {
    asked += 1
    const list = page % 2 === 0 ? 'marketplace-artworks' : 'events'
    return `/${list}/?limit=${100 - (asked % 50)}&offset=${asked % 7}`
  })
}

/** Asks for pages, all at once; what is not 503 must be right. @returns how many were. */
async function askForAll(): Promise<number> {
  const paths = nextPaths()
  const answers = await Promise.all(paths.map((path) => timed(service.app, { path })))
  let right = 0
  for (const [at, { answer, ms }] of answers.entries()) {
    expect(ms).toBeLessThan(3_000)
    if (answer.status === 503) continue
    const reference = await sendUnjudged(whole, { path: paths[at] ?? '' })
    expect([answer.status, answer.text === reference.text]).toEqual([200, true])
    right += 1
  }
  return right
}

async function expectRecovery(): Promise<void> {
  service.proxy.suffer()
  await expect.poll(askForAll, { timeout: 1_000, interval: 20 }).toBe(PAGES)
}

describe('F6 through a bad network', () => {
  it('of 200 ms latency pages are right, or 503', async () => {
    expect(await askForAll()).toBe(PAGES)
    service.proxy.suffer({ latencyMs: 200 })
    expect(await askForAll()).toBeGreaterThan(PAGES / 2)
    service.proxy.reset()
    await askForAll()
    await expectRecovery()
  })

  it('that passes byte by byte pages are right, or 503', async () => {
    service.proxy.suffer({ sliceBytes: 1 })
    expect(await askForAll()).toBeGreaterThan(0)
    await expectRecovery()
  })

  it('that cuts connections in mid-result pages are right, or 503', async () => {
    let right = 0
    for (let bytes = 1; bytes < 1_000_000; bytes = Math.ceil(bytes * 1.5)) {
      service.proxy.suffer({ cutAfterBytes: bytes })
      right += await askForAll()
    }
    expect(right).toBeGreaterThan(0)
    await expectRecovery()
  })

  it('that resets connections at any moment pages are right, or 503', async () => {
    for (let delay = 0; delay < 30; delay += 1) {
      const asking = askForAll()
      await sleep(delay / 2)
      service.proxy.reset()
      await asking
    }
    await expectRecovery()
  })
})

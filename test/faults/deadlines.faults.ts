import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import {
  connect,
  AUTHENTICATION_DEADLINE_MS,
  REQUEST_DEADLINE_MS,
} from '../../src/database/pool.ts'
import { isDatabaseUnavailable } from '../../src/database/errors.ts'
import { operations } from '../../src/operations.ts'
import { LocalState } from '../../src/read-model/local-state.ts'
import { startBatchScheduler } from '../../src/read-model/batching/batch-scheduler.ts'
import { URLS, testApp } from '../support/app.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { startProxiedService, timed } from '../support/proxied-service.ts'
import { sendUnvalidated } from '../support/send.ts'
import { eventBody, posting } from '../writes/event-requests.ts'
import { resources } from '../../src/resources.ts'

const test = useDatabase()
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** A service with a delay in retrieveEvent and createEvent. */
async function slowService(ms: number): Promise<FastifyInstance> {
  const app = await testApp(test, {
    operations: {
      ...operations,
      async retrieveEvent(...given) {
        await sleep(ms)
        return operations.retrieveEvent(...given)
      },
      async createEvent(...given) {
        await sleep(ms)
        return operations.createEvent(...given)
      },
    },
  })
  closers.push(() => app.close())
  return app
}

describe('a request with a slow authentication', () => {
  it('F5 gets 503 in time, although the pool would wait longer', async () => {
    const { key } = await makeApiKey(test.db)
    const db = connect({ ...connectionTo(test.url), poolSize: 1, connectTimeoutMs: 10_000 })
    const app = await testApp({ db, url: test.url })
    const held = db.connection().execute(() => sleep(AUTHENTICATION_DEADLINE_MS + 1_500))
    const sent = { path: '/events/1/', headers: { authorization: `Bearer ${key}` } }
    const { response, ms } = await timed(app, sent)
    expect(response.status).toBe(503)
    expect(ms).toBeGreaterThan(AUTHENTICATION_DEADLINE_MS - 50)
    expect(ms).toBeLessThan(AUTHENTICATION_DEADLINE_MS + 1_000)
    await held
    await app.close()
    await db.destroy()
  })
})

describe('a request over its deadline', () => {
  it('gets 503 within 4 s, and nothing is written', async () => {
    const { id } = await makeEvent(test.db)
    const { key } = await makeApiKey(test.db)
    const venue = await makeVenue(test.db)
    const app = await slowService(REQUEST_DEADLINE_MS + 200)
    const responses = await Promise.all([
      timed(app, { path: `/events/${id}/` }),
      timed(app, posting(key, eventBody(venue.id, { title: 'Too late' }), 'too late')),
    ])
    for (const { response, ms } of responses) {
      expect(response.status).toBe(503)
      expect(response.headers['retry-after']).toMatch(/^\d+$/)
      expect(ms).toBeLessThan(4_000)
    }
    await sleep(1_000)
    const rows = await test.db
      .selectFrom('events')
      .select('id')
      .where('title', '=', 'Too late')
      .execute()
    expect(rows).toEqual([])
  })
})

describe('queued reads', () => {
  it('are removed after the responses to their requests', async () => {
    const scheduler = startBatchScheduler(
      { ...connectionTo(test.url), urls: URLS, fragments: resources.fragments },
      new LocalState(),
    )
    closers.push(() => scheduler.close())
    const text = 'SELECT count(*) FROM tags'
    const enqueue = () =>
      new Promise<unknown>((resolve) => {
        const statements = () => [{ name: 'tags', text, values: [] }]
        scheduler.enqueue({
          records: 72,
          orders: [],
          fragments: [],
          statements,
          accept: () => resolve('read'),
          reject: resolve,
        })
      })
    const outcomes = await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE tags`.execute(trx)
      const queued = Array.from({ length: 10 }, enqueue)
      await sleep(REQUEST_DEADLINE_MS + 100)
      return queued
    })
    const ended = await Promise.all(outcomes)
    const removed = ended.filter(isDatabaseUnavailable)
    expect(ended.filter((outcome) => outcome === 'read')).toHaveLength(3)
    expect(removed).toHaveLength(7)
  })
})

describe('a service with a silent database', () => {
  it('is closed within 2 s', async () => {
    const service = await startProxiedService(test.url)
    expect((await sendUnvalidated(service.app, { path: '/events/' })).status).toBe(200)
    service.proxy.suffer({ isSilent: true })
    // Until its maintenance worker has sent a query.
    await sleep(1_500)
    const start = performance.now()
    await service.app.close()
    expect(performance.now() - start).toBeLessThan(2_000)
    service.proxy.reset()
    await service.db.destroy()
    await service.proxy.close()
  })
})

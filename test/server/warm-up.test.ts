import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { RequestCounts } from '../../src/http/request-counts.ts'
import { contract } from '../../src/contract/document.ts'
import { parametersOf } from '../../src/contract/parameters.ts'
import { INTERNAL_HEADERS as headers, isInternal } from '../../src/http/logging.ts'
import { warmUpOnceListening } from '../../src/server/warm-up.ts'
import { addEvents } from '../read-model/offset-index/random-writes.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'

// A process requests its own pages before it is ready, without any effect on clients.

const test = useDatabase()
const PER_MINUTE = 20
let app: FastifyInstance
let warmedUp: Promise<void>
const requested: URL[] = []
const counts = new RequestCounts()
let log: Record<string, unknown>[]

async function start(settled: Promise<unknown> = Promise.resolve()): Promise<string> {
  app = await testApp(test, { limits: { perMinute: PER_MINUTE, poolSize: 4 }, logLevel: 'info' })
  log = captureLog(app)
  app.decorate('requestCounts', counts)
  app.addHook('onRequest', async ({ url }) => void requested.push(new URL(url, 'http://service')))
  warmedUp = warmUpOnceListening(app, settled)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

afterEach(async () => {
  await app.close()
  requested.length = 0
})

it('does not warm up a small catalogue', async () => {
  await start()
  await warmedUp
  expect(requested.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/v1/marketplace-artworks/?limit=1',
    '/api/v1/events/?limit=1',
  ])
})

it('reads pages in every order and at any offset, and is neither limited nor counted', async () => {
  await makeEvent(test.db)
  await addEvents(2_000)(test.db)
  const url = await start()
  await warmedUp
  const events = requested.filter(({ pathname }) => pathname === '/api/v1/events/')
  const offsets = events.map(({ searchParams }) => Number(searchParams.get('offset')))
  expect(offsets.length).toBeGreaterThan(PER_MINUTE)
  expect(Math.max(...offsets)).toBeGreaterThan(1_000)
  const orders = new Set(events.map(({ searchParams }) => searchParams.get('ordering')))
  const list = contract.paths['/events/']?.['get']
  const known = list && parametersOf(list, 'query').get('ordering')?.schema.enum
  expect([...orders].filter((order) => order !== null).toSorted()).toEqual(known?.toSorted())
  expect(counts.operations).toEqual([])
  const lines = () => log.filter(({ msg }) => msg === 'request').length
  expect(lines()).toBe(0)

  const external = await fetch(`${url}/api/v1/events/?limit=1`)
  expect(external.headers.get('ratelimit')).toMatch(`r=${PER_MINUTE - 1};`)
  expect(counts.operations.map(({ operationId }) => operationId)).toEqual(['listEvents'])
  expect(lines()).toBe(1)
})

it('waits for its database, and ends with the service', async () => {
  let settle: (value: unknown) => void = () => {}
  await start(new Promise((resolve) => (settle = resolve)))
  // Time enough for a warm-up that does not wait.
  for (let time = 0; time < 3; time += 1) await app.readModel?.preload()
  await app.inject('/api/v1/tags/')
  expect(requested.map(({ pathname }) => pathname)).toEqual(['/api/v1/tags/'])
  settle(undefined)
  await expect.poll(() => requested.length).toBeGreaterThan(PER_MINUTE)
  await app.close()
  await warmedUp
  expect(log.map(({ msg }) => msg)).not.toContain('The warm-up failed')
})

it('marks its requests with a secret header', () => {
  const others = Object.fromEntries(Object.keys(headers).map((name) => [name, randomUUID()]))
  expect([
    isInternal({ headers }),
    isInternal({ headers: others }),
    isInternal({ headers: {} }),
  ]).toEqual([true, false, false])
})

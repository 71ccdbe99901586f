import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { RequestCounts } from '../../src/admin/request-counts.ts'
import { contract } from '../../src/contract/document.ts'
import { parametersOf } from '../../src/contract/parameter-faults.ts'
import { OWN_HEADERS } from '../../src/http/own-requests.ts'
import { warmUpOnceListening } from '../../src/process/warm-up.ts'
import { makeManyEvents } from '../reading/many-records.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'

// A process asks itself for pages before it says that it is ready, and nobody else notices.

const test = useDatabase()
const PER_MINUTE = 20
let app: FastifyInstance
let warmedUp: Promise<void>
const asked: URL[] = []
const counts = new RequestCounts()

async function start(): Promise<string> {
  app = await testApp(test, { limits: { perMinute: PER_MINUTE, poolSize: 4 } })
  app.decorate('requestCounts', counts)
  app.addHook('onRequest', async ({ url }) => void asked.push(new URL(url, 'http://service')))
  warmedUp = warmUpOnceListening(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

afterEach(async () => {
  await app.close()
  asked.length = 0
})

it('leaves a small catalogue to those who ask for it', async () => {
  await start()
  await warmedUp
  expect(asked.length).toBeLessThanOrEqual(2)
})

it('reads pages in every order, anywhere in a list, and is neither limited nor counted', async () => {
  await makeEvent(test.db)
  await makeManyEvents(test.db, 2_000)
  const url = await start()
  await warmedUp
  const events = asked.filter(({ pathname }) => pathname === '/api/v1/events/')
  const offsets = events.map(({ searchParams }) => Number(searchParams.get('offset')))
  expect(offsets.length).toBeGreaterThan(PER_MINUTE)
  expect(Math.max(...offsets)).toBeGreaterThan(1_000)
  const orders = new Set(events.map(({ searchParams }) => searchParams.get('ordering')))
  const list = contract.paths['/events/']?.['get']
  const known = list && parametersOf(list, 'query').get('ordering')?.schema.enum
  expect([...orders].filter((order) => order !== null).toSorted()).toEqual(known?.toSorted())
  expect([...counts.operations]).toEqual([])

  const stranger = await fetch(`${url}/api/v1/events/?limit=1`)
  expect(stranger.headers.get('ratelimit')).toMatch(`r=${PER_MINUTE - 1};`)
  expect([...counts.operations.keys()]).toEqual(['listEvents'])
})

it('takes no mark but its own', async () => {
  const url = await start()
  await warmedUp
  const headers = { ...OWN_HEADERS }
  for (const name of Object.keys(headers)) headers[name] = randomUUID()
  const { status, headers: told } = await fetch(`${url}/api/v1/events/`, { headers })
  expect([status, told.get('ratelimit')]).toEqual([200, expect.stringContaining('r=')])
})

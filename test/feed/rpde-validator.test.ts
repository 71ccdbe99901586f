import { RpdeValidator } from '@openactive/rpde-validator'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { makeEvent } from '../support/make-event.ts'
import { settleFeeds } from '../support/settle-feeds.ts'

const test = useDatabase()
let app: FastifyInstance
let feed: string

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  const publicUrl = `http://127.0.0.1:${port}`
  app = await testApp(test, { publicUrl })
  await app.listen({ host: '127.0.0.1', port })
  feed = `${publicUrl}/api/v1/events/rpde/`
  for (let no = 0; no < 7; no += 1) await makeEvent(test.db)
  await settleFeeds(test.db)
  await sql`DELETE FROM events WHERE id % 7 = 1`.execute(test.db)
  await settleFeeds(test.db)
})

afterAll(() => app.close())

// A walk to the last page, and the page of a number that nobody can have given, with its `next`.
it.each([
  ['', 3],
  ['?limit=3', 5],
])('the feed%s is valid by the public validator', async (query, count) => {
  const { pages } = await RpdeValidator(`${feed}${query}`, { timeoutMs: 30_000 })
  expect(pages.map(({ url }) => url)).toHaveLength(count)
  const found = pages.flatMap(({ errors }) => errors)
  const allowed = [
    'minimum_items_per_page',
    // Responses are revalidated: a deleted event must not be in a shared cache for an hour.
    'missing_cache_control',
    // Its model requires a physical activity.
    'no_modelling_data',
  ]
  expect(found.filter(({ type }) => !allowed.includes(type))).toEqual([])
})

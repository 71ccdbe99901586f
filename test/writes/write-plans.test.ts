import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { testApp } from '../support/app.ts'
import { connectClient, useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnvalidated } from '../support/send.ts'

// No statement of a write reads a table whole: each scan of a table that grows has an index condition.

const test = useDatabase()

/** Tables whose size does not depend on what partners write. */
const SMALL = new Set(['artwork_categories', 'event_categories', 'exchange_rate_version'])

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** The tables that a plan reads without an index condition. */
function wholeReads(plan: Plan): string[] {
  const table = plan['Relation Name']
  const isScan = plan['Node Type'].endsWith('Scan')
  // A bitmap heap scan has its condition in the index scan below it.
  const isByIndex = plan['Index Cond'] !== undefined || plan['Node Type'] === 'Bitmap Heap Scan'
  const own = isScan && table !== undefined && !SMALL.has(table) && !isByIndex ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap(wholeReads)]
}

/** Creates, changes and deletes a record. */
async function writeAll(): Promise<void> {
  const { key } = await makeApiKey(test.db, {
    scopes: ['artworks:write', 'catalogue:write', 'events:write'],
  })
  const app = await testApp(test)
  const { category_id: category } = await makeArtwork(test.db)
  const { venue_id: venue, category_id: eventCategory } = await makeEvent(test.db)
  const write = async (method: string, path: string, body?: object, headers = {}) => {
    const response = await sendUnvalidated(app, {
      method,
      path,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status, response.text).toBeLessThan(300)
    return (response.text === '' ? { id: 0 } : response.json()) as { readonly id: number }
  }
  const life = async (list: string, body: object, change: object): Promise<void> => {
    const created = await write('POST', list, body, { 'idempotency-key': list })
    const path = `${list}${created.id}/`
    await write('PATCH', path, change, { 'if-match': '*' })
    await write('DELETE', path, undefined, { 'if-match': '*' })
  }
  const gallery = await write('POST', '/galleries/', { name: 'Kunsthal' })
  const artist = await write('POST', '/artists/', { name: 'Brügger' })
  const tag = await write('POST', '/tags/', { name: 'Fjord' })
  const artwork = {
    title: 'Sea',
    artists: [artist.id],
    tags: [tag.id],
    gallery: gallery.id,
    category,
    units: 'inch',
    price_display: 'price on request',
    publish_status: 'published',
  }
  const times = { start_time: '2031-03-14T10:00:00Z', end_time: '2031-03-15T10:00:00Z' }
  await life('/marketplace-artworks/', artwork, { title: 'Lake', artists: [artist.id] })
  await life('/events/', { title: 'Show', venue, category: eventCategory, ...times }, { city: 'A' })
  await life('/artists/', { name: 'Ane' }, { name: 'Anna' })
  await life('/tags/', { name: 'Ink' }, { name: 'Inks' })
  await life('/venues/', { name: 'Hall', city: 'Aarhus', country: 'DK' }, { city: 'Aalborg' })
  await life('/galleries/', { name: 'Nord' }, { city: 'Aalborg' })
  await write('PUT', `/galleries/${gallery.id}/members/`, { members: [] }, { 'if-match': '*' })
  await app.close()
}

/** Tables that only background work reads. */
const BACKGROUND = /offset_|change_log|_documents|artwork_prices/

/** The statements that `run` sends on connections of the pool, with values of one of them. */
async function statementsOf(run: () => Promise<void>): Promise<Map<string, readonly unknown[]>> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    const statements = new Map<string, readonly unknown[]>()
    for (const [query, values] of spy.mock.calls as unknown as [unknown, unknown][]) {
      const { text, values: own } =
        typeof query === 'string' ? { text: query, values } : (query as pg.QueryConfig)
      const isStatement = /^\s*(select|insert|update|delete|with)\b/i.test(text ?? '')
      if (isStatement && !BACKGROUND.test(text)) {
        statements.set(text, (own ?? values ?? []) as unknown[])
      }
    }
    return statements
  } finally {
    spy.mockRestore()
  }
}

it('reads no table whole', async () => {
  const statements = await statementsOf(writeAll)
  expect(statements.size).toBeGreaterThan(40)
  const client = await connectClient(test.url)
  const whole: string[] = []
  try {
    // Tests have small tables: what is still scanned then cannot be found by an index.
    await client.query(
      'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off',
    )
    for (const [text, values] of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        [...values],
      )
      const tables = wholeReads(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan)
      if (tables.length > 0) whole.push(`${tables.join()}: ${text}`)
    }
  } finally {
    await client.end()
  }
  expect(whole).toEqual([])
})

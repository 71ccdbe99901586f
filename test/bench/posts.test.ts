import fastify from 'fastify'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { makeKey } from '../../scripts/keys/make-key.ts'
import { useService } from '../support/app.ts'
import { listPath, type CollectionName } from './collection.ts'
import { addMember, selectRelatedIds } from './database/catalogue-queries.ts'
import { SERIAL } from './load/run-load.ts'
import { addInsertRoutes, insertPath } from './service/insert-routes.ts'
import type { InputName } from './service/insert-table.ts'
import { postBodies } from './writers/post-bodies.ts'

const test = useService()

const KINDS: readonly (readonly [CollectionName, InputName])[] = [
  ['artworks', 'ArtworkInput'],
  ['events', 'EventInput'],
]

async function bodiesOfPartner() {
  await loadDemoCatalogue(test.url, { artworks: 40, events: 20 })
  const related = await selectRelatedIds(test.url)
  const [gallery = 0] = related.galleries
  return { gallery, bodies: postBodies(related, gallery) }
}

function sent(bodies: readonly string[]): string[] {
  return bodies.slice(0, 10).map((body, n) => body.replaceAll(SERIAL, String(n)))
}

async function plainRoutes() {
  const pool = new pg.Pool({ connectionString: test.url })
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await pool.end()
  })
  await addInsertRoutes(app, pool, ['ArtworkInput', 'EventInput'])
  return { app, pool }
}

describe.each(KINDS)('the bodies of %s', (collection, input) => {
  it('are accepted from a member of the gallery, with a slug of their own', async () => {
    const { gallery, bodies } = await bodiesOfPartner()
    const key = await makeKey(test.url, 'partner', ['artworks:write', 'events:write'])
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const post = (payload: string) =>
      test.app.inject({ method: 'POST', url: listPath(collection), headers, payload })
    await addMember(test.url, gallery, 'partner')
    for (const body of sent(bodies[collection])) {
      const response = await post(body)
      expect(response.statusCode, response.body).toBe(201)
      const { slug } = response.json<{ slug: string }>()
      expect(slug).toMatch(/-\d$/)
    }
  })

  it('are rows of the plain route, whole', async () => {
    const { bodies } = await bodiesOfPartner()
    const { app, pool } = await plainRoutes()
    const headers = { 'content-type': 'application/json' }
    for (const payload of sent(bodies[collection])) {
      const response = await app.inject({
        method: 'POST',
        url: insertPath(input),
        headers,
        payload,
      })
      expect(response.statusCode, response.body).toBe(201)
      const { id, ...fields } = response.json<Record<string, unknown>>()
      expect(fields).toEqual(JSON.parse(payload))
      const { rows } = await pool.query<Record<string, unknown>>(
        `SELECT * FROM bench."${input}" WHERE id = $1`,
        [id],
      )
      const stored = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null)
      expect(new Set(stored.map(([name]) => name))).toEqual(new Set(['id', ...Object.keys(fields)]))
      expect(rows[0]).toMatchObject({ title: fields['title'] })
    }
  })
})

describe('the plain route', () => {
  it('rejects what the contract rejects, and stores nothing then', async () => {
    const { bodies } = await bodiesOfPartner()
    const { app, pool } = await plainRoutes()
    const valid = JSON.parse(bodies.events[0] ?? '') as object
    for (const fault of [{ start_time: 'noon' }, { price: 1.005 }, { colour: 'red' }]) {
      const payload = { ...valid, ...fault }
      const url = insertPath('EventInput')
      const response = await app.inject({ method: 'POST', url, payload })
      expect([fault, response.statusCode]).toEqual([fault, 400])
    }
    expect((await pool.query('SELECT FROM bench."EventInput"')).rowCount).toBe(0)
  })
})

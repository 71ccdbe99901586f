import fastify from 'fastify'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { finishBackgroundWork } from '../../scripts/finish-background-work.ts'
import { URLS, useService } from '../support/app.ts'
import { listPath } from './collection.ts'
import { cutConnections } from './database/state-queries.ts'
import { addRowsRoute, rowsPath } from './service/rows-route.ts'

const test = useService()

/** Stored documents have references in place of galleries, artists and tags, so they are not JSON. */
const RECORD_ID = /\{"id":(\d+),"title":/g

it('the plain route sends the rows of a page in their order', async () => {
  await loadDemoCatalogue(test.url, { artworks: 40, events: 20 })
  await finishBackgroundWork(test.url, new AbortController().signal, URLS)
  const pool = new pg.Pool({ connectionString: test.url })
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await pool.end()
  })
  addRowsRoute(app, pool)
  const path = `${listPath('artworks')}?limit=18&offset=5&ordering=title`
  const { results } = (await test.app.inject(path)).json<{ results: { id: number }[] }>()
  const ids = results.map(({ id }) => id)
  const { body } = await app.inject(rowsPath(ids))
  expect(ids).toHaveLength(18)
  expect([...body.matchAll(RECORD_ID)].map(([, id]) => Number(id))).toEqual(ids)
})

it('a cut ends the connections of others', async () => {
  const client = new pg.Client({ connectionString: test.url })
  const ended = new Promise<unknown>((resolve) => client.on('error', resolve))
  await client.connect()
  await cutConnections(test.url)
  expect(await ended).toMatchObject({ code: '57P01' })
})

import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { DOCUMENTS } from '../../../src/resources.ts'

export function rowsPath(ids: readonly number[]): string {
  return `/bench/rows?ids=${ids.join(',')}`
}

const QUERY = {
  name: 'rows',
  text: `SELECT document.text
    FROM unnest($1::integer[]) WITH ORDINALITY AS page (id, place)
    JOIN ${DOCUMENTS.artworks.table} AS document USING (id) ORDER BY place`,
}

/** Adds a route that sends the stored documents of some artworks, in the order of their ids in the query: the bytes of a page, but for the fragments. */
export function addRowsRoute(app: FastifyInstance, pool: pg.Pool): void {
  app.get<{ Querystring: { ids: string } }>('/bench/rows', async ({ query: { ids } }, reply) => {
    const values = [ids.split(',').map(Number)]
    const { rows } = await pool.query<{ text: string }>({ ...QUERY, values })
    void reply.type('application/json')
    return `{"results":[${rows.map(({ text }) => text).join(',')}]}`
  })
}

import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { beforeAll, expect, it } from 'vitest'
import { ARTWORK_ORDERINGS } from '../../../src/pages/views/artwork-list-view.tsx'
import { EVENT_ORDERINGS } from '../../../src/pages/views/event-list-view.tsx'
import { refreshAll } from '../../../src/read-model/documents/background-refresh.ts'
import { priceRefresh } from '../../../src/read-model/documents/price-refresh.ts'
import { checkOffsetIndex, isConsistent } from '../../../src/read-model/offset-index/check.ts'
import { LIST_NAMES, LISTS, plainBodies, sortedIds } from '../../read-model/reference-responses.ts'
import { addArtworks, addEvents } from '../../read-model/offset-index/random-writes.ts'
import { serviceAt } from '../../read-model/services.ts'
import { makeShownRows } from '../../read-model/shown-rows.ts'
import { connectClient, useDatabase } from '../../support/database.ts'
import { sendUnvalidated } from '../../support/send.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

// src/docs/operations.md, backup and restore: the output of pg_dump --data-only, loaded into a migrated database.

const source = useDatabase()
const target = useDatabase()

/** Tables that migrations fill; and tables, not restored, that triggers fill. */
const EMPTIED = 'users, colors, artwork_categories, event_categories'
const LEFT_OUT =
  /^(schema_versions|change_log\w*|offset_\w*|artwork_prices|artwork_counts|exchange_rate_version|\w+_documents)$/

beforeAll(async () => {
  await makeShownRows(source.db)
  await source.db.transaction().execute(async (trx) => {
    await addArtworks(300)(trx)
    await addEvents(80)(trx)
  })
})

/** The tables in the order in which pg_dump writes them: referenced ones first, then by name. */
async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; references: string[] }>(`
    SELECT relname AS name, ARRAY(
      SELECT confrelid::regclass::text FROM pg_constraint
      WHERE contype = 'f' AND conrelid = pg_class.oid AND confrelid <> conrelid
    ) AS references
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`)
  const names: string[] = []
  const add = (name: string): void => {
    if (names.includes(name)) return
    for (const referenced of rows.find((row) => row.name === name)?.references ?? [])
      add(referenced)
    names.push(name)
  }
  for (const { name } of rows) add(name)
  return names.filter((name) => !LEFT_OUT.test(name))
}

async function copyTable(dumped: pg.Client, restored: pg.Client, table: string): Promise<void> {
  const { rows } = await dumped.query<{ columns: string }>(`
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
    WHERE attrelid = 'public.${table}'::regclass AND attnum > 0 AND attgenerated = ''
      AND NOT attisdropped`)
  const name = `public.${table} (${rows[0]?.columns})`
  await pipeline(
    dumped.query(to(`COPY ${name} TO STDOUT`)),
    restored.query(from(`COPY ${name} FROM STDIN`)),
  )
}

async function copySequences(dumped: pg.Client, restored: pg.Client): Promise<void> {
  const { rows } = await dumped.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public'`,
  )
  for (const { name, last } of rows) {
    if (last === null || LEFT_OUT.test(name)) continue
    await restored.query(`SELECT pg_catalog.setval('public.${name}', ${last}, true)`)
  }
}

async function restore(): Promise<void> {
  const [dumped, restored] = [await connectClient(source.url), await connectClient(target.url)]
  try {
    await restored.query(`TRUNCATE ${EMPTIED} CASCADE`)
    await restored.query(`SELECT pg_catalog.set_config('search_path', '', false)`)
    for (const table of await tablesInOrder(dumped)) await copyTable(dumped, restored, table)
    await copySequences(dumped, restored)
  } finally {
    await dumped.end()
    await restored.end()
  }
}

const ORDERINGS = { artworks: ARTWORK_ORDERINGS, events: EVENT_ORDERINGS }

it('a data-only dump restores the same catalogue in a migrated database', async () => {
  await restore()
  // The service does this in the background, because the rates are restored after the artworks.
  await refreshAll(target.db, priceRefresh)
  expect(await checkOffsetIndex(target.db, DOCUMENTS)).toSatisfy(isConsistent)
  const { app, close } = await serviceAt(target.url)
  try {
    for (const list of LIST_NAMES) {
      const { records } = await plainBodies(source.db, list)
      for (const order of Object.keys(ORDERINGS[list])) {
        const ids = await sortedIds(source.db, list, order)
        expect(ids.length).toBeGreaterThan(50)
        const path = `${LISTS[list].path}?ordering=${order}&limit=20&offset=${ids.length - 20}`
        const page = JSON.parse((await sendUnvalidated(app, { path })).text) as {
          count: number
          results: { id: number }[]
        }
        expect(page.count).toBe(ids.length)
        expect(page.results.map((record) => JSON.stringify(record))).toEqual(
          ids.slice(-20).map((id) => records.get(id)),
        )
      }
    }
  } finally {
    await close()
  }
})

import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { connectClient } from './database.ts'

/** Tables that migrations fill; and tables, not copied, that triggers fill. */
const EMPTIED = 'users, colors, artwork_categories, event_categories'
const LEFT_OUT =
  /^(schema_versions|kysely_\w+|change_log\w*|offset_\w*|artwork_prices|artwork_counts|stored_bytes|feeds|feed_\w+|exchange_rate_version|\w+_documents)$/

/** Loads the rows of a database into a migrated one, as the output of pg_dump --data-only would; its triggers run. */
export async function copyRows(sourceUrl: string, targetUrl: string): Promise<void> {
  const [dumped, restored] = [await connectClient(sourceUrl), await connectClient(targetUrl)]
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

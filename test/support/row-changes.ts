import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

/** A row as JSON, with the transaction that wrote it (not for API keys). An updated row is another one. */
interface WrittenRow {
  readonly table: string
  readonly xmin: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface RowChanges<Result> {
  readonly result: Result
  readonly added: readonly WrittenRow[]
  readonly removed: readonly WrittenRow[]
}

/** The rows that `change` adds and removes; an updated row is in both. */
export async function rowChanges<Result>(
  db: Kysely<Database>,
  change: () => Promise<Result>,
): Promise<RowChanges<Result>> {
  const before = await everyRow(db)
  const result = await change()
  const after = await everyRow(db)
  const without = (rows: typeof before, others: typeof before) =>
    [...rows].filter(([text]) => !others.has(text)).map(([, row]) => row)
  return { result, added: without(after, before), removed: without(before, after) }
}

/** By its text. The use of an API key, which is recorded, is no change of its row. */
async function everyRow(db: Kysely<Database>): Promise<Map<string, WrittenRow>> {
  const selects = (await selectTables(db)).map((name) =>
    name === 'api_keys'
      ? sql`SELECT ${name} AS "table", '' AS xmin, to_jsonb(api_keys) - 'last_used_at' AS values FROM api_keys`
      : sql`SELECT ${name} AS "table", xmin::text, to_jsonb(${sql.ref(name)}) AS values
          FROM ${sql.table(name)}`,
  )
  const { rows } = await sql<WrittenRow>`${sql.join(selects, sql` UNION ALL `)}`.execute(db)
  return new Map(rows.map((row) => [JSON.stringify(row), row]))
}

const known = new WeakMap<Kysely<Database>, readonly string[]>()

/** Triggers, the background refresh and maintenance write these tables at any time. */
const EXCLUDED = `'change_log', 'change_log_pruned', 'offset_anchors', 'offset_index_state',
  'artwork_documents', 'event_documents', 'format_of_documents', 'artwork_prices', 'artwork_counts', 'stored_bytes', 'exchange_rate_version',
  'feeds', 'feed_entries', 'feed_epochs', 'feed_pending', 'feed_ranges'`

async function selectTables(db: Kysely<Database>): Promise<readonly string[]> {
  const tables = known.get(db)
  if (tables !== undefined) return tables
  const { rows } = await sql<{ name: string }>`SELECT table_name AS name
    FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND table_name NOT IN (${sql.raw(EXCLUDED)})`.execute(db)
  const found = rows.map(({ name }) => name)
  known.set(db, found)
  return found
}

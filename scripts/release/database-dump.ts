import { sql, type Kysely } from 'kysely'
import { schemaText } from '../generate/schema-text.ts'

/**
 * A database as SQL that makes it again in an empty one, by a superuser: its schema, then the rows of all tables. The log
 * of changes is left out, because its transaction ids belong to the server; so the offset index must be rebuilt before.
 */
export async function databaseDump<Tables>(db: Kysely<Tables>): Promise<string> {
  const tables = await sql<{ name: string; columns: string }>`
    SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND attnum > 0 AND attgenerated = '' AND NOT attisdropped
      AND relname NOT IN ('change_log', 'change_log_pruned', 'offset_index_state')
    GROUP BY relname ORDER BY relname`.execute(db)
  const rows: string[] = []
  for (const { name, columns } of tables.rows) rows.push(...(await insertsOf(db, name, columns)))
  return [
    await schemaText(db, NO_TABLE),
    // No trigger runs: the rows that triggers would write are here, too.
    'SET session_replication_role = replica;',
    ...rows,
    `INSERT INTO offset_index_state SELECT unnest(ARRAY['artworks', 'events']), pg_current_snapshot();`,
    'INSERT INTO change_log_pruned VALUES (pg_current_xact_id());',
    ...(await sequencesOf(db)),
    'RESET session_replication_role;',
    '',
  ].join('\n')
}

/** The tables that record migrations are in a dump, too. */
const NO_TABLE = '^$'

/** Statements of at most this many rows keep the lines short enough for `git` and editors. */
const ROWS_PER_STATEMENT = 20

async function insertsOf<Tables>(
  db: Kysely<Tables>,
  name: string,
  columns: string,
): Promise<string[]> {
  const table = sql.id(name)
  const { rows } = await sql<{ row: string }>`
    SELECT row_to_json(${table})::text AS row FROM ${table} ORDER BY 1`.execute(db)
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, at) => {
    const group = rows.slice(at * ROWS_PER_STATEMENT, (at + 1) * ROWS_PER_STATEMENT)
    const json = `[${group.map(({ row }) => row).join(',\n')}]`.replaceAll("'", "''")
    return (
      `INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE\n` +
      `SELECT ${columns} FROM json_populate_recordset(NULL::"${name}", '${json}');`
    )
  })
}

async function sequencesOf<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string; last: string }>`
    SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`.execute(db)
  return rows.map(({ name, last }) => `SELECT setval('${name}', ${last});`)
}

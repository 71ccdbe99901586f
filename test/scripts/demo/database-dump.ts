import pg from 'pg'

/**
 * Every row of every table as text, ordered, with the sequences, except for rows that are derived from others
 * step by step: equal dumps are equal databases.
 */
export async function dumpDatabase(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const dump: Record<string, string[]> = { sequences: await lines(client, SEQUENCES) }
    for (const table of await lines(client, TABLES)) {
      dump[table] = await lines(client, `SELECT t::text AS line FROM ${table} t ORDER BY 1`)
    }
    return dump
  } finally {
    await client.end()
  }
}

const TABLES = `SELECT quote_ident(tablename) AS line FROM pg_tables
  WHERE schemaname = 'public' AND tablename NOT IN ('change_log', 'change_log_pruned', 'offset_anchors',
    'offset_index_state', 'artwork_documents', 'event_documents', 'format_of_documents', 'artwork_counts', 'stored_bytes', 'exchange_rate_version') ORDER BY 1`
const SEQUENCES = `SELECT concat_ws(' ', sequencename, last_value) AS line FROM pg_sequences
  WHERE schemaname = 'public' AND sequencename NOT IN ('artwork_counts_no_seq', 'stored_bytes_no_seq') ORDER BY 1`

async function lines(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query)
  return rows.map(({ line }) => line)
}

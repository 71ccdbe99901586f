import { Kysely, PostgresDialect, sql } from 'kysely'
import { createPool } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'

/**
 * The plan of the one statement that `query` sends, as text. Tests have small tables, so sequential and bitmap
 * scans are disabled: the plan shows whether an index can serve the query.
 */
export async function explain(
  databaseUrl: string,
  query: (db: Kysely<Database>) => Promise<unknown>,
): Promise<string> {
  const pool = createPool({
    databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 30_000,
    onConnectionError: () => {},
  })
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      sent.push(event.query)
    },
  })
  try {
    for (const scan of ['seqscan', 'bitmapscan'])
      await sql.raw(`SET enable_${scan} = off`).execute(db)
    sent.length = 0
    await query(db)
    const [statement] = sent
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement?.sql}`, [
      ...(statement?.parameters ?? []),
    ])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await db.destroy()
  }
}

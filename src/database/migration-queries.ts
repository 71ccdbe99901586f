import { sql, type Kysely } from 'kysely'

/** The migrations of a database, by any version of the program, from Kysely's table. */
export async function selectMigrationNames<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** The encoding of the database by PostgreSQL's name: `UTF8`, `LATIN1`. */
export async function selectEncoding<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ encoding: string }>`
    SELECT current_setting('server_encoding') AS encoding`.execute(db)
  return rows[0]?.encoding ?? ''
}

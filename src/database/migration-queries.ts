import { sql, type Kysely } from 'kysely'

/** What has been run on a database, by whatever version of the program; Kysely keeps the table. */
export async function selectMigrationNames<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

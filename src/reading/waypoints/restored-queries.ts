import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'

/** No transaction that is seen has such a number here. */
const NOT_YET = sql`pg_snapshot_xmax(pg_current_snapshot())`

/** Whether numbers of transactions in the database are of another server: a dump of it was restored. */
export async function hasForeignTransactions(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM changes WHERE xid >= ${NOT_YET})
      OR EXISTS (SELECT FROM waypoint_lists WHERE pg_snapshot_xmax(added_up) > ${NOT_YET})
      OR EXISTS (SELECT FROM changes_removed WHERE through >= ${NOT_YET}) AS found`.execute(db)
  return rows[0]?.found === true
}

/** Needs the locks of all lists, and all notes added up: in a statement before this. */
export async function removeForeignEntries(trx: Transaction<Database>): Promise<void> {
  await sql`DELETE FROM changes WHERE xid >= ${NOT_YET}`.execute(trx)
  // Nobody here remembers anything from there.
  await sql`UPDATE changes_removed SET through = '0' WHERE through >= ${NOT_YET}`.execute(trx)
}

import { sql, type Kysely } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/database/tables.ts'

/** The number of sessions of the database that wait for a lock. */
export async function countLockWaits(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** Resolves once so many sessions wait for a lock, or `work` is over before. */
export async function untilLockWaitOrEnd(
  db: Kysely<Database>,
  work: Promise<unknown>,
  sessions = 1,
): Promise<'lock wait' | 'end'> {
  let isOver = false
  const end = (): void => void (isOver = true)
  work.then(end, end)
  for (;;) {
    if (isOver) return 'end'
    if ((await countLockWaits(db)) >= sessions) return 'lock wait'
    await sleep(5)
  }
}

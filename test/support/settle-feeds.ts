import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { hasWork } from '../../src/feed/feed-queries.ts'
import { COUNTED_LISTS } from '../../src/lists/list.ts'

/** Resolves when the feeds of a running service have all changes that are committed. */
export async function settleFeeds(db: Kysely<Database>): Promise<void> {
  for (const list of COUNTED_LISTS) while (await hasWork(db, list)) await sleep(5)
}

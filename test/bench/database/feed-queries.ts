import { setTimeout as sleep } from 'node:timers/promises'
import { withConnections } from '../../../scripts/task-database.ts'
import { hasWork } from '../../../src/feed/feed-queries.ts'
import { COUNTED_LISTS } from '../../../src/lists/list.ts'
import { runOnce, withClient } from './bench-database-queries.ts'

const POLL_MS = 100

/** Resolves when the feeds have an entry for each change. A service must run on the database. */
export function untilFed(databaseUrl: string, signal: AbortSignal): Promise<void> {
  return withConnections(databaseUrl, 1, async (db) => {
    for (const list of COUNTED_LISTS) {
      while (await hasWork(db, list)) await sleep(POLL_MS, undefined, { signal })
    }
  })
}

/** Whether the feeds have an entry for each change. */
export function areFed(databaseUrl: string): Promise<boolean> {
  return withConnections(databaseUrl, 1, async (db) => {
    const states = await Promise.all(COUNTED_LISTS.map((list) => hasWork(db, list)))
    return !states.includes(true)
  })
}

/** Removes all entries of artworks and records a change of every artwork, so that their feed is as after a bulk load. */
export function removeEntries(databaseUrl: string): Promise<void> {
  return runOnce(
    databaseUrl,
    `BEGIN; LOCK TABLE feeds;
     DELETE FROM feed_entries WHERE list = 'artworks'; DELETE FROM feed_ranges WHERE list = 'artworks';
     UPDATE feeds SET records = 0, digest = decode(repeat('00', 32), 'hex'), written_by = pg_current_xact_id() WHERE list = 'artworks';
     SELECT record_change('artworks', NULL); COMMIT`,
  )
}

/** Runs `work` while the task of the feeds has no lease, and so does nothing (src/work/lease.ts). */
export function withoutFeeds<Result>(
  databaseUrl: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const leases = COUNTED_LISTS.map(
    (list) => `pg_advisory_lock(hashtextextended('feed of ${list}', 5432024))`,
  )
  return withClient(databaseUrl, async (client) => {
    await client.query(`SELECT ${leases.join()}`)
    return work()
  })
}

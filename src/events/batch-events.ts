import type { Input, Reply } from '../contract/operation-types.ts'
import { writeBatch } from '../listings/batch.ts'
import type { Context } from '../operation-context.ts'
import { eventListing } from './event-listing.ts'

/** Writes many events, with a result for each line. */
export async function batchEvents(
  { body: lines, query, principal, requestId, signal }: Input<'batchEvents'>,
  { db, urls, maxStoredBytes }: Context,
): Promise<Reply<'batchEvents'>> {
  const { dry_run: isDryRun, atomic: isAtomic } = query
  const batch = {
    lines,
    isDryRun,
    isAtomic,
    principal,
    requestId,
    signal,
    db,
    urls,
    maxStoredBytes,
  }
  return { status: 200, lines: writeBatch(eventListing, batch) }
}

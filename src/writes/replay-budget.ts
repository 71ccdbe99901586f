import { LRUCache } from 'lru-cache'
import type { DatabaseReader } from '../database/kysely.ts'
import { Problem } from '../problems/problem.ts'
import { ROW_BYTES, selectStored } from './idempotency-queries.ts'

/** Of the stored responses of one user in 24 hours: about 50,000 ordinary ones. */
const MAX_BYTES = 256 * 1024 * 1024

/** The database is asked again after this process has stored so many bytes, so it is asked seldom. */
const RECOUNT_BYTES = 4 * 1024 * 1024

/** An exhausted budget is not asked for again within this time: that takes a tenth of a second for 250,000 responses. */
export const RECOUNT_MS = 5_000

/** Users with a few bytes can be forgotten: the budget is then exceeded by no more than `RECOUNT_BYTES`. */
const MAX_USERS = 10_000

interface Usage {
  /** Stored by this process since the database was asked. */
  added: number
  /** Until then, no more is stored (performance.now()). */
  exhaustedUntil: number
  retryAfterSeconds: number
}

const usages = new LRUCache<string, Usage>({ max: MAX_USERS })

/** Records that a response of so many bytes was stored for a user. */
export function recordStored(ownerId: string, bytes: number): void {
  const usage = usages.get(ownerId) ?? { added: 0, exhaustedUntil: 0, retryAfterSeconds: 0 }
  usage.added += bytes + ROW_BYTES
  usages.set(ownerId, usage)
}

/**
 * The problem of a request whose response can no longer be stored, because the user's responses of the last 24 hours
 * have `MAX_BYTES`; undefined within the budget. Each process can exceed it by `RECOUNT_BYTES`.
 */
export async function exhaustedBudget(
  db: DatabaseReader,
  ownerId: string,
): Promise<Problem | undefined> {
  const usage = usages.get(ownerId)
  if (usage === undefined) return undefined
  if (performance.now() < usage.exhaustedUntil) return exhausted(usage)
  if (usage.added < RECOUNT_BYTES && usage.exhaustedUntil === 0) return undefined
  usage.added = 0
  // One request of those that come together asks.
  if (usage.exhaustedUntil > 0) usage.exhaustedUntil = performance.now() + RECOUNT_MS
  const { bytes, seconds } = await selectStored(db, ownerId)
  if (bytes < MAX_BYTES) {
    usage.exhaustedUntil = 0
    return undefined
  }
  usage.exhaustedUntil = performance.now() + RECOUNT_MS
  usage.retryAfterSeconds = Math.max(1, seconds)
  return exhausted(usage)
}

function exhausted({ retryAfterSeconds }: Usage): Problem {
  return new Problem(
    'too_many_requests',
    'The stored responses of your requests with an Idempotency-Key have 256 MiB in the last 24 hours. ' +
      'Send many records in a batch, or send the request without the header.',
    { retryAfterSeconds },
  )
}

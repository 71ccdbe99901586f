import type { components } from '../../generated/v1.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import type { ListName } from '../lists/list.ts'
import { PrerenderedBody, latin1Texts, toLatin1 } from '../response-body.ts'
import { summed, type Summary } from './content-digest.ts'
import { cursorText } from './feed-cursor.ts'
import { RANGE_IDS } from './feed-queries.ts'
import { selectDigests, selectHighestId } from './read-feed-queries.ts'

type ListDigest = components['schemas']['ListDigest']

const MAX_PARTS = 100

/**
 * The ids of a part. Up to 20 of them are read one by one; from `RANGE_IDS` on, a part is made of stored ranges. Each is less
 * than `MAX_PARTS` times the one before, so the range of a part always has smaller parts. All ids have 43 of the largest.
 */
const STEPS = [1, 20, RANGE_IDS, 20 * RANGE_IDS, 1_000 * RANGE_IDS, 50_000 * RANGE_IDS]

/** The response body of the digest of a range of ids, and of its parts. */
export async function digestOfRange(
  list: ListName,
  { from, to: given }: { readonly from: number; readonly to: number },
  db: DatabaseReader,
): Promise<PrerenderedBody<ListDigest>> {
  const partOf = (id: number, step: number): number => Math.floor(id / step)
  const stepTo = (to: number): number =>
    STEPS.find((step) => partOf(to, step) - partOf(from, step) < MAX_PARTS) as number
  const readStep = stepTo(Math.min(given, await selectHighestId(db, list)))
  const read = await selectDigests(db, list, { from, to: given, step: readStep })
  const { epoch, lastNo, highestId, parts } = read
  // There may be more records by now.
  const to = Math.min(given, highestId)
  const step = stepTo(to)
  const grouped = Map.groupBy(parts, (part) => partOf(part.from, step))
  const digest: ListDigest = {
    from,
    to,
    ...summaryOf(parts),
    cursor: cursorText({ epoch, no: lastNo, start: lastNo }),
    parts: [...grouped].map(([at, some]) => ({
      from: Math.max(from, at * step),
      to: Math.min(to, (at + 1) * step - 1),
      ...summaryOf(some),
    })),
  }
  const json = latin1Texts([toLatin1(JSON.stringify(digest))])
  return new PrerenderedBody({ frame: digest, json, isLive: true })
}

function summaryOf(parts: readonly Summary[]): Pick<ListDigest, 'count' | 'digest'> {
  const { records: count, digest } = summed(parts)
  return { count, digest }
}

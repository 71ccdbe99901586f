import type { components } from '../../generated/v1.ts'
import { timestampText, type DatabaseReader } from '../database/kysely.ts'
import type { FeedWatch, SharedSlices } from './feed-watch.ts'
import type { ListName } from '../lists/list.ts'
import { Problem } from '../problems/problem.ts'
import { asLatin1, MAX_PAGE_BYTES, PrerenderedBody, latin1Texts } from '../response-body.ts'
import { cursorText, parseCursor, type FeedCursor } from './feed-cursor.ts'
import {
  selectSlice,
  type FeedEntry,
  type FeedSlice,
  type SliceRequest,
} from './read-feed-queries.ts'

type Schemas = components['schemas']
export type Changes = Schemas['ArtworkChanges'] | Schemas['EventChanges']

interface ChangesQuery {
  readonly cursor?: string
  readonly include?: Schemas['ChangeInclusion']
  readonly limit: number
  /** In seconds. */
  readonly wait: number
}

interface Sources {
  readonly db: DatabaseReader
  readonly feeds: FeedWatch
  /** Aborted when nobody waits for the response any more. */
  readonly closed?: (() => AbortSignal) | undefined
}

/**
 * The response body of the changes of a list after a cursor. Stored records are valid: the task that stored them has read
 * them as pages.
 * @throws 410 when changes after the cursor may be missing.
 */
export async function changesOf<Body extends Changes>(
  list: ListName,
  { cursor, include, limit, wait }: ChangesQuery,
  { db, feeds, closed }: Sources,
): Promise<PrerenderedBody<Body>> {
  const given = cursor === undefined ? undefined : parseCursor(cursor)
  if (cursor !== undefined && given === undefined) throw expired()
  const hasRecords = include === 'record'
  const request = { epoch: given?.epoch ?? null, after: given?.no ?? 0, limit, hasRecords }
  const read = async (shared?: SharedSlices): Promise<FeedSlice> => {
    const found = await (shared === undefined
      ? selectSlice(db, list, request)
      : sharedSlice(shared, list, request, db))
    if (given !== undefined && isExpired(given, found)) throw expired()
    return found
  }
  let slice = await read()
  if (slice.entries.length === 0 && wait > 0) {
    const shared = await feeds.until(list, slice.lastNo, wait * 1_000, closed?.())
    if (shared !== undefined) slice = await read(shared)
  }
  const shown = shownEntries(slice.entries, limit, hasRecords)
  if (hasRecords && shown.some((entry) => !entry.isDeleted && entry.format !== slice.feedFormat)) {
    throw beingRenewed()
  }
  return bodyOf(slice, shown, given?.start ?? slice.lastNo)
}

function sharedSlice(
  shared: SharedSlices,
  list: ListName,
  request: SliceRequest,
  db: DatabaseReader,
): Promise<FeedSlice> {
  const key = `${list} ${Object.values(request).join()}`
  const slice = shared.get(key) ?? selectSlice(db, list, request)
  shared.set(key, slice)
  return slice
}

/** Whether the client may lack a change up to its cursor, or a deletion after it. */
function isExpired({ no, start }: FeedCursor, slice: FeedSlice): boolean {
  const { isKnownEpoch, epochEnd, lastNo, removedThrough } = slice
  if (!isKnownEpoch || start > lastNo || no > (epochEnd ?? lastNo)) return true
  // Later numbers of that epoch are those of other changes now.
  return removedThrough > Math.max(no, Math.min(start, epochEnd ?? start))
}

/** At most `limit` entries, whose records together have `MAX_PAGE_BYTES`, but at least one. */
function shownEntries(
  entries: readonly FeedEntry[],
  limit: number,
  hasRecords: boolean,
): readonly FeedEntry[] {
  let bytes = 0
  const end = entries.findIndex(({ length }, at) => {
    if (hasRecords) bytes += length
    return at === limit || (at > 0 && bytes > MAX_PAGE_BYTES)
  })
  return end === -1 ? entries : entries.slice(0, end)
}

function bodyOf<Body extends Changes>(
  { epoch, lastNo, records, digest, entries }: FeedSlice,
  shown: readonly FeedEntry[],
  start: number,
): PrerenderedBody<Body> {
  const hasMore = shown.length < entries.length
  const no = hasMore ? (shown.at(-1)?.no ?? lastNo) : lastNo
  const frame: Changes = {
    results: [],
    next_cursor: cursorText({ epoch, no, start }),
    has_more: hasMore,
    summary: hasMore ? null : { count: records, digest },
  }
  const [before = '', after = ''] = JSON.stringify(frame).split(/(?<=\[)(?=\])/)
  const json = asLatin1(`${before}${shown.map(changeText).join()}${after}`)
  return new PrerenderedBody({ frame: frame as Body, json: latin1Texts([json]), isLive: true })
}

/** In ASCII, but for the record, which is Latin-1 encoded already. */
function changeText({ id, changed_at, isDeleted, record }: FeedEntry): string {
  const op = isDeleted ? 'delete' : 'upsert'
  const change = { id, op, changed_at: timestampText(changed_at), record: null }
  // The text ends with `null}`.
  return record === null
    ? JSON.stringify(change)
    : `${JSON.stringify(change).slice(0, -5)}${record}}`
}

function expired(): Problem {
  const detail =
    'Changes after this cursor may be missing. Read the list again from the beginning, without a cursor.'
  return new Problem('cursor_expired', detail)
}

/** After an upgrade. The entries of these records get new numbers soon. */
export function beingRenewed(): Problem {
  const detail =
    'A new version of the service is preparing these records. Try again later, or read the changes without `include`.'
  return new Problem('service_unavailable', detail, { retryAfterSeconds: 30 })
}

import type { components } from '../../generated/v1.ts'
import { timestampText, type DatabaseReader } from '../database/kysely.ts'
import type { Changes, ChangesRead, FeedWatch } from './feed-watch.ts'
import type { ListName } from '../lists/list.ts'
import { Problem } from '../problems/problem.ts'
import {
  asLatin1,
  MAX_PAGE_BYTES,
  PrerenderedBody,
  latin1Texts,
  type Latin1Text,
} from '../response-body.ts'
import { cursorText, MAX_OUTDATED, parseCursor, type FeedCursor } from './feed-cursor.ts'
import { hasChanged, withLongRecords, type CurrentRecord } from './long-records.ts'
import { selectSlice, type FeedEntry, type FeedSlice } from './read-feed-queries.ts'

export interface ChangesQuery {
  readonly cursor?: string | undefined
  readonly include?: components['schemas']['ChangeInclusion']
  readonly limit: number
}

export interface Sources {
  readonly db: DatabaseReader
  readonly currentRecord: CurrentRecord
  readonly feedFormats: ReadonlyMap<ListName, string>
  readonly feeds: FeedWatch
  /** Aborted when nobody waits for the response any more. */
  readonly closed?: (() => AbortSignal) | undefined
  readonly turnToSend?: (() => Promise<void>) | undefined
}

/** What to read of the changes of a list. */
export interface ChangesRequest {
  /** Undefined for the first change. */
  readonly after: FeedCursor | undefined
  readonly limit: number
  readonly hasRecords: boolean
}

/**
 * The response body of the changes of a list after a cursor. Stored records are valid: the task that stored them has read
 * them as pages.
 * @param query with the seconds to wait for a change.
 * @throws 410 when changes after the cursor may be missing.
 * @throws 503 when there are none but those of outdated entries, which come soon.
 */
export async function changesOf<Body extends Changes>(
  list: ListName,
  query: ChangesQuery & { readonly wait: number },
  sources: Sources,
): Promise<PrerenderedBody<Body>> {
  const request = requestOf(query)
  const first = await readChanges(list, request, sources)
  const later =
    first.isEmpty && query.wait > 0
      ? await changesAfter(
          first.next,
          { list, request, ms: query.wait * 1_000, signal: sources.closed?.() },
          sources,
        )
      : undefined
  const { body, isEmpty, next } = later ?? first
  if (isEmpty && (next.outdated ?? []).length > 0) throw beingNumbered()
  return body as PrerenderedBody<Body>
}

/** @throws 410 for a text that is no cursor. */
export function requestOf({ cursor, include, limit }: ChangesQuery): ChangesRequest {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  if (cursor !== undefined && after === undefined) throw expired()
  return { after, limit, hasRecords: include === 'record' }
}

export interface Wait {
  readonly list: ListName
  readonly request: Omit<ChangesRequest, 'after'>
  readonly ms: number
  readonly signal: AbortSignal | undefined
}

/**
 * Waits for changes after a cursor.
 * @param count called before they are read.
 * @returns undefined when there are none in time.
 * @throws 410 when changes after the cursor may be missing.
 */
export async function changesAfter(
  after: FeedCursor,
  { list, request: { limit, hasRecords }, ms, signal }: Wait,
  { feeds, turnToSend, ...sources }: Sources,
  count?: () => Promise<void>,
): Promise<ChangesRead | undefined> {
  const shared = await feeds.until(list, after.no, ms, signal)
  if (shared === undefined) return undefined
  await count?.()
  const key = `${list} ${cursorText(after)} ${limit} ${hasRecords}`
  const read = (): Promise<ChangesRead> => {
    const known = shared.get(key)
    if (known !== undefined) return known
    const changes = readChanges(list, { after, limit, hasRecords }, sources, true)
    shared.set(key, changes)
    // A client that has gone, or that reads too much, may fail its own read, but not that of the others.
    changes.catch(() => shared.delete(key))
    return changes
  }
  if (!shared.has(key)) return read()
  // Thousands may have waited for the same changes. Nobody keeps them in memory until its turn.
  await read().catch(() => undefined)
  await turnToSend?.()
  return read()
}

/**
 * @param isShared whether many clients wait for them.
 * @throws 410 when changes after the cursor may be missing.
 */
export async function readChanges(
  list: ListName,
  { after, limit, hasRecords }: ChangesRequest,
  { db, ...sources }: Pick<Sources, 'db' | 'currentRecord' | 'feedFormats'>,
  isShared = false,
): Promise<ChangesRead> {
  const { epoch = null, no = 0, outdated = [] } = after ?? {}
  const slice = await selectSlice(db, list, { epoch, after: no, outdated, limit, hasRecords })
  if (after !== undefined && isExpired(after, slice)) throw expired()
  const entries = shownEntries(slice, limit, hasRecords)
  const room = MAX_OUTDATED - slice.outdated.length
  const read = hasRecords ? await withRecords(list, entries, { ...slice, room }, sources) : entries
  return readOf(slice, read, after?.start ?? slice.lastNo, isShared)
}

/** Whether the client may lack a change up to its cursor, or a deletion after it. */
function isExpired({ start }: FeedCursor, slice: FeedSlice): boolean {
  const { isKnownEpoch, epochEnd, lastNo, removedThrough } = slice
  // It may have passed over records that have lower numbers again, because those numbers were lost.
  const hasLostNumbers = start > (epochEnd ?? lastNo)
  return !isKnownEpoch || hasLostNumbers || removedThrough > start
}

/**
 * At most `limit` entries, whose records together have `MAX_PAGE_BYTES`, but at least one.
 * @throws 503 when a record among them has the format of another version of the service.
 */
export function shownEntries(
  { entries, feedFormat }: FeedSlice,
  limit: number,
  hasRecords: boolean,
): readonly FeedEntry[] {
  let bytes = 0
  const end = entries.findIndex(({ length }, at) => {
    if (hasRecords) bytes += length
    return at === limit || (at > 0 && bytes > MAX_PAGE_BYTES)
  })
  const shown = end === -1 ? entries : entries.slice(0, end)
  const isOther = ({ isDeleted, format }: FeedEntry): boolean => !isDeleted && format !== feedFormat
  if (hasRecords && shown.some(isOther)) throw beingRenewed()
  return shown
}

interface ReadEntry extends FeedEntry {
  /** Whether its long record is not the one of the entry. It gets the next entry soon. */
  readonly isOutdated?: boolean
}

/**
 * The first of the entries with their records.
 * @param room for outdated ones; a process with another format has none. The entries end before the first one without room.
 * @throws 503 when that is the first of all.
 */
export async function withRecords(
  list: ListName,
  entries: readonly FeedEntry[],
  { room, feedFormat }: { readonly room: number; readonly feedFormat: string },
  { currentRecord, feedFormats }: Pick<Sources, 'currentRecord' | 'feedFormats'>,
): Promise<readonly ReadEntry[]> {
  const records = await withLongRecords(list, entries, currentRecord)
  const read = records.map((entry) => ({ ...entry, isOutdated: hasChanged(entry) }))
  const isOwnFormat = feedFormats.get(list) === feedFormat
  const tooMany = read.filter(({ isOutdated }) => isOutdated)[isOwnFormat ? room : 0]
  const end = tooMany === undefined ? read.length : read.indexOf(tooMany)
  if (tooMany !== undefined && end === 0) throw beingNumbered()
  return read.slice(0, end)
}

/** Whether the client gets it. A long record that is not public any more gets its deletion soon. */
export function isShown({ isOutdated = false, record }: ReadEntry): boolean {
  return !isOutdated || record !== null
}

function readOf(
  { epoch, lastNo, records, digest, entries, outdated: earlier }: FeedSlice,
  read: readonly ReadEntry[],
  start: number,
  isShared: boolean,
): ChangesRead {
  const shown = read.filter(isShown)
  const outdated = [...earlier, ...read.flatMap(({ no, isOutdated }) => (isOutdated ? no : []))]
  const isEnd = read.length === entries.length
  const hasMore = !isEnd || outdated.length > 0
  const no = isEnd ? lastNo : (read.at(-1)?.no ?? lastNo)
  const next = { epoch, no, start, outdated }
  const frame: Changes = {
    results: [],
    next_cursor: cursorText(next),
    has_more: hasMore,
    summary: hasMore ? null : { count: records, digest },
  }
  const [before = '', after = ''] = JSON.stringify(frame).split(/(?<=\[)(?=\])/)
  const changes = shown.flatMap((entry, at) => changeTexts(entry, at === 0 ? '' : ','))
  const json = { ...latin1Texts([asLatin1(before), ...changes, asLatin1(after)]), isShared }
  return {
    body: new PrerenderedBody({ frame, json, isLive: true }),
    isEmpty: entries.length === 0,
    next,
  }
}

const NULL = asLatin1('null')
const END = asLatin1('}')

/** The texts of a change after a separator. They are copied once, into the buffer that is sent. */
function changeTexts(
  { id, changed_at, isDeleted, record }: FeedEntry,
  separator: string,
): Latin1Text[] {
  const op = isDeleted ? 'delete' : 'upsert'
  const start = `${separator}{"id":${id},"op":"${op}","changed_at":"${timestampText(changed_at)}","record":`
  return [asLatin1(start), record ?? NULL, END]
}

function expired(): Problem {
  const detail =
    'Changes after this cursor may be missing. Read the list again from the beginning, without a cursor.'
  return new Problem('cursor_expired', detail)
}

/** The task of the feeds gives the next number soon. */
export function beingNumbered(): Problem {
  const detail =
    'The next record has just changed, and the change is not in the feed yet. Try again after a moment.'
  return new Problem('service_unavailable', detail, { retryAfterSeconds: 1 })
}

/** After an upgrade. The entries of these records get new numbers soon. */
export function beingRenewed(): Problem {
  const detail = 'A new version of the service is preparing these records. Try again later.'
  return new Problem('service_unavailable', detail, { retryAfterSeconds: 30 })
}

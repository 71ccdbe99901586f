import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { LISTS, type ListName } from '../lists/list.ts'
import { Problem } from '../problems/problem.ts'
import { fromLatin1, latin1Texts, PrerenderedBody, toLatin1 } from '../response-body.ts'
import { isShown, shownEntries, withRecords } from './changes.ts'
import type { CurrentRecord } from './long-records.ts'
import { rpdeUrl } from './rpde-url.ts'
import { selectSlice, type FeedEntry } from './read-feed-queries.ts'

/** A list as a feed of OpenActive's Realtime Paged Data Exchange 1.0. */
interface RpdeFeed<Kind extends string, Data> {
  readonly list: ListName
  readonly kind: Kind
  /** The data of an item, from the JSON of the stored record. */
  readonly dataOf: (json: string) => Data
}

interface RpdeItem<Kind, Data> {
  state: string
  kind: Kind
  id: number
  modified: number
  data?: Data
}

interface RpdePage<Kind, Data> {
  next: string
  items: RpdeItem<Kind, Data>[]
  license: string
}

interface RpdeRequest {
  readonly query: {
    readonly afterChangeNumber: number
    readonly startChangeNumber: number
    readonly limit: number
  }
  /** The query parameters as the client sent them. */
  readonly given: Readonly<Record<string, string>>
}

interface Sources {
  readonly db: DatabaseReader
  readonly currentRecord: CurrentRecord
  readonly feedFormats: ReadonlyMap<ListName, string>
  readonly urls: Urls
  readonly dataLicenseUrl?: string | undefined
  readonly charge?: ((requests: number) => void) | undefined
}

/** Each record is parsed, mapped and validated again, which costs more than its bytes. */
const ITEMS_PER_REQUEST = 100

/**
 * A page of a feed, ordered by its change numbers. A number names no epoch, so `beginEpoch` gives each number once only.
 * `next` has the highest number of the time when the client began: a deletion that is removed later, but was before it, does
 * not concern a client that is still reading old entries.
 * @throws 410 when changes after the number may be missing.
 */
export async function rpdePageOf<Kind extends string, Data>(
  { list, kind, dataOf }: RpdeFeed<Kind, Data>,
  { query, given }: RpdeRequest,
  { db, urls, dataLicenseUrl, charge, ...sources }: Sources,
): Promise<PrerenderedBody<RpdePage<Kind, Data>>> {
  const { afterChangeNumber: after, startChangeNumber, limit } = query
  const isFirst = after === 0
  const start = Math.max(after, startChangeNumber)
  const request = { epoch: null, after, limit, hasRecords: true }
  const slice = await selectSlice(db, list, isFirst ? request : { ...request, changeNumber: start })
  if (!isFirst && (slice.isKnownNumber !== true || slice.removedThrough > start)) throw expired()
  const entries = shownEntries(slice, limit, true)
  const read = await withRecords(list, entries, { ...slice, room: Infinity }, sources)
  const shown = read.filter(isShown)
  charge?.(Math.floor(shown.length / ITEMS_PER_REQUEST))
  const nextQuery = { ...given, ...placeAfter(shown.at(-1), isFirst ? slice.lastNo : start) }
  const page: RpdePage<Kind, Data> = {
    next: rpdeUrl(`${urls.public}${apiRoot}${LISTS[list].path}rpde/`, nextQuery),
    items: shown.map(({ id, no, record, isDeleted }) => {
      const item = { state: isDeleted ? 'deleted' : 'updated', kind, id, modified: no }
      return record === null ? item : { ...item, data: dataOf(fromLatin1(record)) }
    }),
    license: dataLicenseUrl ?? `${urls.public}/docs/guide/copies#licence`,
  }
  const json = latin1Texts([toLatin1(JSON.stringify(page))])
  return new PrerenderedBody({ frame: page, json, isLive: true })
}

/** The parameters of the page after an entry; without one, those of the page itself remain. */
function placeAfter(last: FeedEntry | undefined, start: number): Record<string, number | null> {
  if (last === undefined) return {}
  return { afterChangeNumber: last.no, startChangeNumber: start > last.no ? start : null }
}

function expired(): Problem {
  const detail =
    'Changes after this number may be missing. Read the feed again from the beginning, without afterChangeNumber, and delete what is not in it.'
  return new Problem('cursor_expired', detail)
}

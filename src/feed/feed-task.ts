import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { Urls } from '../contract/operation-types.ts'
import { ContractViolation } from '../contract/response-validator.ts'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { completeJsonSql, digestOf } from '../json-sql/expression.ts'
import { hasLocalDays } from '../json-sql/local-days.ts'
import { idArray } from '../lists/filters.ts'
import type { ListName } from '../lists/list.ts'
import type { DocumentSpecs } from '../read-model/documents/document-spec.ts'
import type { FilteredScanner } from '../read-model/reader.ts'
import { fromLatin1, MAX_PAGE_BYTES, type Latin1Text } from '../response-body.ts'
import { ZONES_VERSION } from '../time-zones.ts'
import { withLease } from '../work/lease.ts'
import type { Task } from '../work/worker.ts'
import { combined, contentDigest, NO_DIGEST, summed, type Summary } from './content-digest.ts'
import {
  addAllPending,
  beginEpoch,
  collectPending,
  commitLater,
  deletePending,
  hasWork,
  lockFeed,
  RANGE_IDS,
  selectEntries,
  selectPending,
  selectRanges,
  updateFormat,
  updateSummary,
  upsertEntries,
  upsertRanges,
  type FeedSpec,
  type FeedState,
  type NewEntry,
  type RangeSummary,
  type StoredEntry,
} from './feed-queries.ts'

/** The feeds of all lists whose records are stored as documents. */
export function feedSpecs(documents: DocumentSpecs, urls: Urls): FeedSpec[] {
  return Object.values(documents).map(({ list, json }) => {
    const text = completeJsonSql(json)
    const zones = hasLocalDays(text) ? [ZONES_VERSION] : []
    return { list, json, format: digestOf([text, urls.public, urls.media, ...zones].join(' ')) }
  })
}

interface FeedTaskOptions {
  readonly feeds: readonly FeedSpec[]
  readonly scanner: FilteredScanner
  /** Called for a record that violates the contract. The feed does not have it. */
  readonly onInvalid: (error: ContractViolation, task: string) => void
  /** The time after which this process takes a feed from a process that leaves work undone. */
  readonly abandonedAfterMs?: number
}

const NAME = 'feeds'

/** So that an entry is out soon after its commit. */
const EVERY_MS = 100

/** Records in one transaction, unless they have more than a page may have. */
const BATCH = 500

/** Records of one read, which is a page. */
const READ = 100

/** Much longer than a step of a process that runs. */
const ABANDONED_AFTER_MS = 30_000

/**
 * The task that keeps the feeds: it reads the new entries of the change log, and gives a number to each record whose content
 * has changed. So the numbers have the order in which the task has seen the changes, whatever the order of commits, and
 * writers do nothing for it.
 *
 * One transaction stores which entries of the log it has read, with the records that they name (`feed_pending`). The next
 * ones store the numbers, with the records as they are by then. So a process can end at any point. Clients get the stored
 * records, so their copies and the digests always agree.
 */
export function feedTask({
  feeds,
  scanner,
  onInvalid,
  abandonedAfterMs = ABANDONED_AFTER_MS,
}: FeedTaskOptions): Task {
  /** The lists whose format this process has set. */
  const claimed = new Set<ListName>()
  /** The lists that a process with another format has to work on: its last write, and when it was first seen here. */
  const lastSeen = new Map<ListName, { readonly writtenBy: string; readonly at: number }>()

  /** Where the next step goes on: records that change again and again do not keep those with higher ids waiting. */
  const nextIds = new Map<ListName, number>()

  /** Whether the process that has set another format has done nothing for long, because it has ended. */
  const isAbandoned = (list: ListName, { writtenBy }: FeedState): boolean => {
    const seen = lastSeen.get(list)
    if (seen?.writtenBy === writtenBy) return performance.now() - seen.at > abandonedAfterMs
    lastSeen.set(list, { writtenBy, at: performance.now() })
    return false
  }

  const collect = async (trx: Transaction<Database>, spec: FeedSpec): Promise<boolean> => {
    const { list } = spec
    const [feed] = await together([lockFeed(trx, list), commitLater(trx)])
    const isOther = feed.format !== spec.format
    // The process that began last stores the records, as long as it runs.
    if (isOther && claimed.has(list) && !isAbandoned(list, feed)) return false
    lastSeen.delete(list)
    if (isOther) await updateFormat(trx, spec)
    if (isOther || feed.isRestored || feed.hasGap) await addAllPending(trx, list)
    if (!feed.isSameServer || feed.isRestored) await beginEpoch(trx, list)
    await collectPending(trx, spec)
    return true
  }

  /**
   * It has no lock of the list while it waits for the scanner, which could wait for such a lock.
   * @returns whether there may be more records.
   */
  const number = async (trx: Transaction<Database>, spec: FeedSpec): Promise<boolean> => {
    const { list } = spec
    const firstId = nextIds.get(list) ?? 0
    const [feed, ids] = await together([
      lockFeed(trx, list),
      selectPending(trx, list, firstId, BATCH),
    ])
    const isReady = feed.format === spec.format && feed.isSameServer && !feed.isRestored
    if (!isReady || ids.length === 0) {
      nextIds.delete(list)
      return firstId > 0
    }
    const [entries, ranges, read] = await together([
      selectEntries(trx, list, ids),
      selectRanges(trx, list, [...new Set(ids.map(rangeOf))]),
      readRecords(scanner, list, ids, onInvalid),
    ])
    await together([
      storeEntries(trx, spec, feed, { entries, ranges, ...read }),
      deletePending(trx, list, read.ids),
    ])
    const found = new Set(read.ids)
    const nextId = ids.find((id) => !found.has(id)) ?? ids[BATCH - 1]
    if (nextId === undefined) nextIds.delete(list)
    else nextIds.set(list, nextId)
    return nextId !== undefined || firstId > 0
  }

  return {
    name: NAME,
    everyMs: EVERY_MS,
    pauseRatio: 0.75,
    async *run(db: Kysely<Database>) {
      for (let hasMore = true; hasMore;) {
        hasMore = false
        for (const spec of feeds) {
          const lease = `feed of ${spec.list}`
          if (claimed.has(spec.list) && !(await hasWork(db, spec.list))) {
            lastSeen.delete(spec.list)
            continue
          }
          if (!(await withLease(db, lease, (trx) => collect(trx, spec)))) continue
          claimed.add(spec.list)
          yield
          const isLeft = await withLease(db, lease, (trx) => number(trx, spec))
          hasMore ||= isLeft
          yield
        }
      }
    },
  }
}

/** The content of those records that are public. */
type Records = ReadonlyMap<number, Omit<NewEntry, 'id'>>

/** Some records, as a step has read them. */
interface Read {
  /** The ids that were looked up. */
  readonly ids: readonly number[]
  readonly records: Records
}

/**
 * Reads records as of now, each as a page shows it. A page of long records ends early, and later steps read the others: all
 * records that are pending can have gigabytes.
 */
async function readRecords(
  scanner: FilteredScanner,
  list: ListName,
  ids: readonly number[],
  onInvalid: FeedTaskOptions['onInvalid'],
): Promise<Read> {
  const parts = Array.from({ length: Math.ceil(ids.length / READ) }, (_, at) =>
    ids.slice(at * READ, (at + 1) * READ),
  )
  return joined(await Promise.all(parts.map(readPart)))

  async function readPart(part: readonly number[]): Promise<Read> {
    try {
      const { records, isWhole } = await readPage(scanner, list, part)
      return { ids: isWhole ? part : [...records.keys()], records }
    } catch (error) {
      if (!(error instanceof ContractViolation)) throw error
      if (part.length > 1) return readEach(part)
      onInvalid(error, NAME)
      return { ids: part, records: new Map() }
    }
  }

  async function readEach(part: readonly number[]): Promise<Read> {
    const found: Read[] = []
    let bytes = 0
    for (const id of part) {
      const read = await readPart([id])
      found.push(read)
      bytes += read.records.get(id)?.record?.length ?? 0
      if (bytes > MAX_PAGE_BYTES) break
    }
    return joined(found)
  }
}

function joined(parts: readonly Read[]): Read {
  return {
    ids: parts.flatMap(({ ids }) => ids),
    records: new Map(parts.flatMap(({ records }) => [...records])),
  }
}

/** A turn of the event loop has the work for one page: the pages of a step arrive together. */
const pageTurns = pLimit(1)

/** @returns records of one snapshot, and whether they are all that are public. */
async function readPage(
  scanner: FilteredScanner,
  list: ListName,
  ids: readonly number[],
): Promise<{ readonly records: Records; readonly isWhole: boolean }> {
  const value = idArray(ids.join())
  const page = await scanner.scanFiltered(
    { list, filters: { ids: value } },
    { order: { of: 'ids', value }, limit: ids.length, offset: 0 },
  )
  const { texts = [], size = 0 } = page?.records ?? {}
  const records = await pageTurns(async () => {
    await nextTurn()
    return contentsOf(texts, size)
  })
  return { records, isWhole: size === page?.count }
}

/** @param texts of a page: between two records is a comma. */
function contentsOf(texts: readonly Latin1Text[], size: number): Records {
  const records = new Map<number, Omit<NewEntry, 'id'>>()
  for (let at = 0; at < size; at += 1) {
    const record = texts[2 * at] as Latin1Text
    const content = JSON.parse(fromLatin1(record)) as { id: number }
    records.set(content.id, { record, digest: contentDigest(content) })
  }
  return records
}

/** The stored state of records, and the records as they are. */
interface Compared extends Read {
  readonly entries: readonly StoredEntry[]
  readonly ranges: readonly RangeSummary[]
}

/**
 * Gives a number to each record that differs from its entry. A long one gets it in any case: clients may have read it since
 * as it was before it became the same again.
 */
async function storeEntries(
  trx: Transaction<Database>,
  spec: FeedSpec,
  feed: FeedState,
  { ids, entries, ranges, records }: Compared,
): Promise<void> {
  const { list, format } = spec
  const stored = new Map(entries.map((entry) => [entry.id, entry]))
  const changed = ids
    .map((id): NewEntry => ({ id, record: undefined, digest: undefined, ...records.get(id) }))
    .filter(({ id, digest }) => {
      const before = stored.get(id)
      if (digest === undefined) return typeof before?.digest === 'string'
      return before?.digest !== digest || before.format !== format || before.isLong
    })
  if (changed.length === 0) return
  const differences = changed.map(({ id, digest }) => {
    const before = stored.get(id)?.digest ?? undefined
    const more = Number(digest !== undefined) - Number(before !== undefined)
    return { id, records: more, digest: combined([digest ?? NO_DIGEST, before ?? NO_DIGEST]) }
  })
  const before = new Map(ranges.map((range) => [range.no, range]))
  const sums = [...Map.groupBy(differences, ({ id }) => rangeOf(id))].map(([no, some]) => ({
    ...summed([before.get(no) ?? EMPTY, ...some]),
    no,
  }))
  await together([
    upsertEntries(trx, spec, feed.lastNo, changed),
    upsertRanges(trx, list, sums),
    updateSummary(trx, list, feed.lastNo + changed.length, summed([feed, ...differences])),
  ])
}

function rangeOf(id: number): number {
  return Math.floor(id / RANGE_IDS)
}

const EMPTY: Summary = { records: 0, digest: NO_DIGEST }

import { LRUCache } from 'lru-cache'
import { Problem } from '../problems/problem.ts'
import type { FilterOrder, ListName, Ordering, SortKeys } from '../lists/list.ts'
import type { RangeScan } from './sort-orders.ts'
import {
  leadingRows,
  planPage,
  rangeScansOf,
  rowCount,
  withOverfetch,
  type PagePlan,
  type PlannedRange,
} from './page-plan.ts'
import type { FacetCounter } from './facet-counter.ts'
import type { NameSearch } from './name-search.ts'
import { hasMembers, MAX_MEMBERS, type FilteredList } from './filter-conditions.ts'
import { filteredCountOf, type FilteredCount } from './filtered-counts.ts'
import {
  countedRowsOf,
  leadingRowsOf,
  leadingRowsOfFiltered,
  rowsOfFiltered,
} from './filtered-queries.ts'
import { documentRowsOf, rowById, rowsInRange, type DocumentRow } from './page-queries.ts'
import {
  documentOptions,
  assembleRecords,
  type AssembledRecords,
  type AssemblySources,
  type Assembly,
} from './assemble.ts'
import type { Rows } from '../database/statement.ts'
import { ofClient, type BatchScheduler, type QueuedRead } from './batching/batch-scheduler.ts'
import { InconsistentOffsetIndex } from './offset-index/compaction.ts'
import { versionOf } from '../contract/entity-tag.ts'
import { timestampText } from '../database/kysely.ts'
import type { FragmentKey } from './documents/fragment-cache.ts'

/** A read needs far fewer tries, unless its rows change faster than they can be read. */
const MAX_TRIES = 50

/** Rows of over-fetch on each side of a range while concurrent writes move the rows. */
const OVERFETCH_ROWS = 1

/** Over-fetch ends this long after the last moved row. Estimated: with rarer writes, it costs more than it saves. */
const OVERFETCH_MS = 50

/** Reads list pages and single records: plans each read, and retries it until it is consistent. */
export interface ListReader {
  /** One page of the public records of a list. */
  page<List extends ListName>(list: List, request: PageRequest<List>): Promise<AssembledPage>
  /**
   * One page of the public records that pass filters; undefined when the record below which they are does not exist,
   * `long` when no index finds them, or more than `MAX_MEMBERS`.
   */
  filtered(...request: FilteredRequest): Promise<AssembledPage | undefined | 'long'>
  /** The first public records that pass filters, by few reads and not counted (`leadingRowsOfFiltered`). */
  leading(...request: LeadingRequest): Promise<LeadingPage>
  /** One public record; undefined when there is none. */
  record(list: ListName, id: number): Promise<AssembledRecord | undefined>
}

/** Reads filtered lists of any length, in batches of their own: the time that it takes grows with the length. */
export interface FilteredScanner {
  /** @param client whose scans take turns with those of others. */
  scanFiltered(
    filtered: FilteredRequest[0],
    request: FilteredRequest[1],
    client?: string,
  ): Promise<ScannedPage | undefined>
}

/** All reads of public records. */
export interface Lists extends ListReader, FilteredScanner, FacetCounter, NameSearch {}

export type FilteredRequest = readonly [
  filtered: Omit<FilteredList, 'isLimited'>,
  request: Omit<PageRequest<ListName>, 'ordering'> & {
    readonly order: FilteredOrder
  },
]

export type FilteredOrder = Ordering<SortKeys[ListName]> | FilterOrder

type LeadingRequest = readonly [
  filtered: Pick<FilteredList, 'list' | 'filters'>,
  request: Pick<PageRequest<ListName>, 'ordering' | 'limit'>,
]

interface LeadingPage {
  readonly records: AssembledRecords
  /** Whether no record is missing. */
  readonly isComplete: boolean
}

interface ScannedPage extends AssembledPage {
  /** The number of records that were read to find those of the page. */
  readonly members: number
}

interface PageRequest<List extends ListName> {
  readonly ordering: Ordering<SortKeys[List]>
  readonly limit: number
  readonly offset: number
}

/** The records of a page, and the length of the list in the same snapshot. */
export interface AssembledPage {
  readonly count: number
  readonly records: AssembledRecords
}

export interface AssembledRecord extends AssembledRecords {
  /** The prefix of the record's entity tag, where the contract gives it a version. */
  readonly version: string | undefined
}

/** @param onInconsistent called with a list whose offset index does not agree with its rows. */
export function createListReader(
  scheduler: BatchScheduler,
  sources: AssemblySources,
  onInconsistent: (list: ListName) => void,
): ListReader {
  const readPage = pageReader(scheduler, sources, onInconsistent)
  return {
    page: (list, { ordering, limit, offset }) =>
      readPage({ list, scans: rangeScansOf(list, ordering), limit, offset }),
    async filtered(...request) {
      if (!hasMembers(request[0])) return 'long'
      const page = await readFiltered(scheduler, sources, request)
      return page !== undefined && page.members > MAX_MEMBERS ? 'long' : page
    },
    leading: (...request) => readLeading(scheduler, sources, request),
    record: (list, id) => readRecord(scheduler, sources, list, id),
  }
}

/** @param scheduler of batches for which no ordinary read waits. */
export function createFilteredScanner(
  scheduler: BatchScheduler,
  sources: AssemblySources,
): FilteredScanner {
  const counts: Counts = new LRUCache({ max: MAX_COUNTS })
  return {
    scanFiltered: (filtered, request, client) =>
      readFiltered(ofClient(scheduler, client), sources, [filtered, request], counts),
  }
}

/** The counts of filtered lists, with the data version that they are of. */
type Counts = LRUCache<string, FilteredCount & { readonly version: number }>

/** The keys are not longer than a query, which has 4 KiB at most. */
const MAX_COUNTS = 500

function pageReader(
  scheduler: BatchScheduler,
  sources: AssemblySources,
  onInconsistent: (list: ListName) => void,
): (request: PlannedRequest) => Promise<AssembledPage> {
  let movedAt = -Infinity
  return ({ list, scans, limit, offset }) => {
    // Planned with the local state before the batch; `finish` compares it with the state after the batch.
    let planned: PagePlan | undefined
    let read: PagePlan | undefined
    const steps: ReadSteps<AssembledPage> = {
      list,
      records: limit,
      orders: scans.map(({ order }) => order),
      statements(state) {
        planned = planPage(state, scans, offset, limit)
        const options = documentOptions(list, sources)
        const isMoving = performance.now() - movedAt < OVERFETCH_MS
        read = planned && (isMoving ? withOverfetch(planned, OVERFETCH_ROWS) : planned)
        return read?.ranges.map(({ scan, range }) => rowsInRange(scan, range, options)) ?? []
      },
      finish(results, state) {
        const plan = planPage(state, scans, offset, limit)
        if (planned === undefined || read === undefined || plan === undefined) return 'again'
        if (leadingRows(planned, plan) === undefined) movedAt = performance.now()
        const leading = leadingRows(read, plan)
        if (leading === undefined) return 'again'
        const rows = plan.ranges.flatMap((range, at) =>
          rowsOfRange(range, leading[at] ?? 0, results[at] ?? []),
        )
        if (rows.length !== rowCount(plan)) {
          onInconsistent(list)
          throw inconsistent(list)
        }
        const assembly = assembleRecords(list, rows, state, sources)
        if (assembly === 'again' || 'missing' in assembly) return assembly
        return { result: { count: plan.count, records: assembly.ready } }
      },
    }
    return retryUntilConsistent(steps, scheduler)
  }
}

interface PlannedRequest {
  readonly list: ListName
  readonly scans: readonly RangeScan[]
  readonly limit: number
  readonly offset: number
}

/** The rows of the page, without over-fetched rows, in the order of the page. */
function rowsOfRange({ scan, range }: PlannedRange, leading: number, read: Rows): DocumentRow[] {
  const rows = documentRowsOf(read.slice(leading, leading + range.limit))
  return scan.descending === range.isBackwards ? rows : rows.toReversed()
}

function inconsistent(list: ListName): Problem {
  return new Problem(
    'service_unavailable',
    'The index of the list is being rebuilt. Try again later.',
    {
      cause: new InconsistentOffsetIndex(list),
    },
  )
}

/**
 * Counts and reads a filtered list in one snapshot. To count a scan takes longer than to read its page, so that the other pages
 * of a walk use its count as long as the data are the same.
 * @param counts undefined for a list with a limit. A list with members is counted each time, because an index counts it fast; so
 *   is one below a record, because not every change of such records is in the change log.
 */
function readFiltered(
  scheduler: BatchScheduler,
  sources: AssemblySources,
  [{ list, parent, filters }, { order, limit, offset }]: FilteredRequest,
  counts?: Counts,
): Promise<ScannedPage | undefined> {
  const filtered = { list, parent, filters, isLimited: counts === undefined }
  const isCached = parent === undefined && !hasMembers(filtered)
  const key = isCached ? JSON.stringify([list, filters]) : ''
  /** The cached count that `statements` relies on. */
  let known: ReturnType<Counts['get']>
  const scan = 'of' in order ? order : (rangeScansOf(list, order)[0] as RangeScan)
  const steps: ReadSteps<ScannedPage | undefined> = {
    list,
    records: limit,
    orders: [],
    statements({ version }) {
      const cached = counts?.get(key)
      known = cached?.version === version ? cached : undefined
      const place = { limit, offset, count: known?.count }
      return [rowsOfFiltered(scan, filtered, place, documentOptions(list, sources))]
    },
    finish([read = []], state) {
      const { version } = state
      if (known !== undefined && known.version !== version) return 'again'
      const found = known ?? filteredCountOf(read)
      if (found === undefined) return { result: undefined }
      const { members, count } = found
      if (key !== '') counts?.set(key, { version, members, count })
      const rows = documentRowsOf(known === undefined ? countedRowsOf(read) : read)
      const assembly = assembleRecords(list, rows, state, sources)
      if (assembly === 'again' || 'missing' in assembly) return assembly
      return { result: { members, count, records: assembly.ready } }
    },
  }
  return retryUntilConsistent(steps, scheduler)
}

function readLeading(
  scheduler: BatchScheduler,
  sources: AssemblySources,
  [filtered, { ordering, limit }]: LeadingRequest,
): Promise<LeadingPage> {
  const { list } = filtered
  const scan = rangeScansOf(list, ordering)[0] as RangeScan
  const steps: ReadSteps<LeadingPage> = {
    list,
    records: limit,
    orders: [],
    statements: () => [
      leadingRowsOfFiltered(scan, filtered, limit, documentOptions(list, sources)),
    ],
    finish([read = []], state) {
      const { rows, isComplete } = leadingRowsOf(read)
      const assembly = assembleRecords(list, documentRowsOf(rows), state, sources)
      if (assembly === 'again' || 'missing' in assembly) return assembly
      return { result: { records: assembly.ready, isComplete } }
    },
  }
  return retryUntilConsistent(steps, scheduler)
}

function readRecord(
  scheduler: BatchScheduler,
  sources: AssemblySources,
  list: ListName,
  id: number,
): Promise<AssembledRecord | undefined> {
  const steps: ReadSteps<AssembledRecord | undefined> = {
    list,
    records: 1,
    orders: [],
    statements: () => [rowById(id, documentOptions(list, sources))],
    finish([rows = []], state) {
      const [row] = documentRowsOf(rows)
      if (row === undefined) return { result: undefined }
      const assembly = assembleRecords(list, [row], state, sources)
      if (assembly === 'again' || 'missing' in assembly) return assembly
      return { result: { ...assembly.ready, version: versionIn(row) } }
    },
  }
  return retryUntilConsistent(steps, scheduler)
}

function versionIn({ id, updatedAt }: DocumentRow): string | undefined {
  return updatedAt ? versionOf({ id, updated_at: timestampText(updatedAt) }) : undefined
}

function tooFast(): Problem {
  const detail =
    'The records of the response change too fast to be read together. Try again in a moment.'
  return new Problem('service_unavailable', detail)
}

interface ReadSteps<Result> extends Pick<QueuedRead, 'records' | 'orders' | 'statements'> {
  readonly list: ListName
  /** @returns the result, or the reason for another try. */
  finish(
    ...read: Parameters<QueuedRead['accept']>
  ): { readonly result: Result } | Exclude<Assembly, { ready: unknown }>
}

/** Enqueues the read into one batch after another until it has a result. */
function retryUntilConsistent<Result>(
  { records, orders, statements, finish }: ReadSteps<Result>,
  scheduler: BatchScheduler,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let tries = 0
    const enqueue = (fragments: readonly FragmentKey[], reloads = false): void => {
      tries += 1
      if (tries > MAX_TRIES) reject(tooFast())
      else scheduler.enqueue({ records, orders, fragments, reloads, statements, accept, reject })
    }
    const accept: QueuedRead['accept'] = (results, state) => {
      const outcome = finish(results, state)
      if (outcome === 'again') enqueue([])
      else if ('result' in outcome) resolve(outcome.result)
      // While fragments change again and again, a batch reads them in its own snapshot: first all of the kinds that are missing,
      // then all of all kinds. If these are too many for a batch, the next one loads only the missing ones.
      else if (tries % 3 === 0) enqueue(outcome.missing)
      else enqueue(outcome.embedded(tries % 3 === 1), true)
    }
    enqueue([])
  })
}

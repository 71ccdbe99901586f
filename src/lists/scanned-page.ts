import type { Urls } from '../contract/operation-types.ts'
import { isStatementTimeout } from '../database/errors.ts'
import { inSnapshot, type DatabaseReader } from '../database/kysely.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import type { Json } from '../json-sql/json.ts'
import { Problem } from '../problems/problem.ts'
import { filterValues } from './filters.ts'
import {
  atTime,
  orderOf,
  page,
  pageRequest,
  type ListRequest,
  type Ordering,
  type Page,
} from './list.ts'
import { sparseRecord } from './sparse-records.ts'
import {
  countScanned,
  passesFilters,
  searchAmong,
  selectScannedIds,
  type Scan,
} from './scan-queries.ts'

interface ScannedRecords<Key extends string, Item> extends Scan<Key> {
  readonly ordering: Ordering<Key | 'relevance'>
  readonly json: Json<Item>
}

interface Sources {
  readonly db: DatabaseReader
  readonly urls: Urls
  /** Counts the request as this many more by the rate limit. */
  readonly charge?: ((requests: number) => void) | undefined
}

/**
 * To read this many records takes less time than 20 pages of 18 ordinary events (test/limits/scan-costs.nightly.ts). For facets, they
 * are only counted.
 */
export const RECORDS_PER_REQUEST = { list: 5_000, facets: 10_000 } as const

/** A scan that takes too long. */
const FAILED_SCAN_REQUESTS = 100

/** The further requests that a failed scan counts as. One that has only waited for those of others, or for the database, counts once. */
function requestsOfFailed(error: unknown): number {
  const hasRun =
    isStatementTimeout(error) || (error instanceof Problem && error.code === 'service_unavailable')
  return hasRun ? FAILED_SCAN_REQUESTS : 0
}

/** Charges the work for the records that it reads, or for its failure. */
export async function charged<Read extends { readonly members: number } | undefined>(
  work: Promise<Read>,
  charge: Sources['charge'],
  recordsPerRequest: number = RECORDS_PER_REQUEST.list,
): Promise<Read> {
  try {
    const read = await work
    charge?.(Math.floor((read?.members ?? 0) / recordsPerRequest))
    return read
  } catch (error) {
    charge?.(requestsOfFailed(error))
    throw error
  }
}

/**
 * One page of the records of a list that meet a condition and pass the filters of the request, and their number, by queries in one
 * snapshot.
 */
export async function scannedPage<Key extends string, Item extends object>(
  { list, where: condition, ordering, json }: ScannedRecords<Key, Item>,
  sent: ListRequest,
  { db, urls, charge }: Sources,
): Promise<Page<Item>> {
  const request = atTime(sent)
  const given = filterValues(list.filters ?? {}, request.query)
  const { count, found } = await inSnapshot(db, async (snapshot) => {
    const { filters, records } = await searchAmong(snapshot, list, given, condition)
    charge?.(Math.floor(records / RECORDS_PER_REQUEST.list))
    const where = passesFilters(list, filters, condition)
    const order = orderOf(list, filters, request, ordering)
    const ids = await selectScannedIds(snapshot, { list, where }, order, request.query)
    return {
      count: await countScanned(snapshot, { list, where }),
      found: await selectRecords(snapshot, { table: list.table, json }, ids, urls),
    }
  }).catch((error: unknown) => {
    charge?.(requestsOfFailed(error))
    throw error
  })
  const { fields } = request
  const records =
    fields === undefined ? found.records : found.records.map((each) => sparseRecord(each, fields))
  return page(pageRequest(list, request, urls), count, records, found.size)
}

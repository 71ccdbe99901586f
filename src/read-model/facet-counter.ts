import { LRUCache } from 'lru-cache'
import type { Rows, Statement } from '../database/statement.ts'
import { DatabaseBusy } from '../database/errors.ts'
import { FACETS } from '../lists/facets.ts'
import { filterValues } from '../lists/filters.ts'
import { filtersOfList, type ListName } from '../lists/list.ts'
import { Problem } from '../problems/problem.ts'
import { ofClient, readAlone, type BatchScheduler } from './batching/batch-scheduler.ts'
import {
  countFacets,
  countTogether,
  facetPasses,
  facetsOf,
  membersIn,
  type CountedFacet,
} from './facet-queries.ts'
import { hasMembers } from './filter-conditions.ts'
import { countFiltered, filteredCountOf, INDEX_ROWS, rowsOfTableSql } from './filtered-counts.ts'

/** Counts the facets of lists, in batches of their own: the time that it takes grows with the length. */
export interface FacetCounter {
  /**
   * @param query the parameters of the request; for events with `at`.
   * @param client whose scans take turns with those of others.
   * @throws 503 if counting takes more than two seconds. The counts so far are cached.
   */
  countFacets(list: ListName, query: Query, client?: string): Promise<CountedFacets>
  /** Counts the facets of a short list, as of now, that no filter of the request is about. */
  countShortFacets(
    list: ListName,
    query: Query,
    client?: string,
  ): Promise<Pick<CountedFacets, 'facets' | 'members'>>
}

type Query = Readonly<Record<string, unknown>>

export interface CountedFacets {
  /** The counts have all changes before this time, in milliseconds since 1970. */
  readonly asOf: number
  /** Of the records that pass all filters. */
  readonly count: number
  readonly facets: Readonly<Record<string, CountedFacet>>
  /** The number of records that were read for this request. */
  readonly members: number
}

/** Counts are not older when a request arrives (contract). */
const MAX_AGE_MS = 60_000

/** Shorter than the deadline of a request. The next request counts the rest. */
const MAX_COUNT_MS = 2_000

/** A request whose own statements take less of this time has mostly waited for those of others. */
const MIN_OWN_SHARE = 0.25

/** Each has up to 21 rows for each of its facets. */
const MAX_CACHED = 300

interface CachedRows {
  readonly rows: Rows
  readonly asOf: number
}

/**
 * The rows of each statement are cached alone: another value of a filter has only those facets counted that it applies to.
 * @param scheduler of scans. Each statement is a batch of its own, so that other scans take turns with them.
 */
export function createFacetCounter(scheduler: BatchScheduler): FacetCounter {
  const cached = new LRUCache<string, CachedRows, () => Promise<Rows>>({
    max: MAX_CACHED,
    ttl: MAX_AGE_MS,
    // The clock can be set back.
    perf: { now: () => performance.now() },
    ttlResolution: 0,
    // A count outlives the request that it was begun for: the next one finds it.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { options, context: read }) {
      const [asOf, began] = [Date.now(), performance.now()]
      const rows = await read()
      options.ttl = Math.max(1, MAX_AGE_MS - (performance.now() - began))
      return { rows, asOf }
    },
  })
  return {
    async countFacets(list, query, client) {
      const scans = ofClient(scheduler, client)
      const began = performance.now()
      let worked = 0
      let members = 0
      let asOf = Infinity
      /** Equal statements share one execution. */
      const rowsOf = async (statement: Statement, read = 0): Promise<Rows> => {
        if (performance.now() - began > MAX_COUNT_MS)
          throw worked > MAX_COUNT_MS * MIN_OWN_SHARE ? tooLong() : new DatabaseBusy()
        const key = JSON.stringify([statement.text, statement.values])
        const counted = await cached.forceFetch(key, {
          context: async () => {
            members += read
            const rows = await readTimed(scans, statement, (ms) => (worked += ms))
            members += membersIn(rows)
            return rows
          },
        })
        asOf = Math.min(asOf, counted.asOf)
        return counted.rows
      }
      const filters = filterValues(filtersOfList(list), query)
      const [[rows = 0] = []] = await rowsOf({
        name: '',
        text: `SELECT ${rowsOfTableSql(list)}`,
        values: [],
      })
      const all = Math.max(0, Math.floor(Number(rows) / INDEX_ROWS))
      const count = countFiltered({ list, filters })
      const found = filteredCountOf(await rowsOf(count, all)) ?? { count: 0, members: 0 }
      const facets = new Map<string, CountedFacet>()
      for (const pass of facetPasses(list, query)) {
        // Without the filters of its facets, a pass can read far more than the list has.
        const read = hasMembers(pass) ? found.members : Math.max(found.members, all)
        const counted = await rowsOf(countFacets(pass), read)
        for (const [name, facet] of facetsOf(pass, counted)) facets.set(name, facet)
      }
      return { asOf, count: found.count, facets: inOrder(list, facets), members }
    },
    async countShortFacets(list, query, client) {
      const all = Object.keys(filterValues(filtersOfList(list), query)).length
      const [first, ...others] = facetPasses(list, query).filter(
        ({ filters }) => Object.keys(filters).length === all,
      )
      if (first === undefined) return { facets: {}, members: 0 }
      const passes = [first, ...others] as const
      const [rows = []] = await readAlone(ofClient(scheduler, client), [countTogether(passes)])
      const facets = new Map(passes.flatMap((pass) => [...facetsOf(pass, rows)]))
      return { facets: inOrder(list, facets), members: membersIn(rows) }
    },
  }
}

/** In the order of their declaration. */
function inOrder(
  list: ListName,
  facets: ReadonlyMap<string, CountedFacet>,
): CountedFacets['facets'] {
  const names = Object.keys(FACETS[list]).filter((name) => facets.has(name))
  return Object.fromEntries(names.map((name) => [name, facets.get(name) as CountedFacet]))
}

function tooLong(): Problem {
  const detail =
    'The counts take too long just now. Try again: what has been counted is remembered for a minute.'
  return new Problem('service_unavailable', detail)
}

/** @param onRead called with the milliseconds that it took, without those in the queue. */
function readTimed(
  scheduler: BatchScheduler,
  statement: Statement,
  onRead: (ms: number) => void,
): Promise<Rows> {
  return new Promise((resolve, reject) => {
    let began = 0
    scheduler.enqueue({
      records: 1,
      orders: [],
      fragments: [],
      statements() {
        began = performance.now()
        return [statement]
      },
      accept: ([rows = []]) => {
        onRead(performance.now() - began)
        resolve(rows)
      },
      reject,
    })
  })
}

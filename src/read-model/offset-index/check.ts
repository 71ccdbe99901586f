import type { Kysely } from 'kysely'
import { inSnapshot } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import { SORT_ORDERS, type SortOrder } from '../sort-orders.ts'
import { findWrongDocuments, findWrongPrices } from '../documents/consistency-check.ts'
import type { DocumentSpecs } from '../documents/document-spec.ts'
import { hasForeignTransactions } from './maintenance-queries.ts'
import { planForRanges } from './segment-queries.ts'
import { countRows, countSegments, type CountedSegment } from './check-queries.ts'

/** What was found of one track. */
interface SortOrderReport {
  readonly name: string
  readonly rows: number
  readonly stretches: number
  /** Rows of the longest stretch. */
  readonly longest: number
  /** One for each stretch that is wrong, or what is wrong with the whole; none when all is right. */
  readonly faults: readonly string[]
}

export interface OffsetIndexReport {
  readonly tracks: readonly SortOrderReport[]
  /** Ids of the records of which something else is stored than they make. */
  readonly stores: readonly { store: string; wrong: readonly number[] }[]
  /** Whether numbers of transactions are of another server, from a dump. */
  readonly isRestored: boolean
}

/**
 * Counts, in one snapshot, the rows of every stretch of every track, and compares what is stored of each
 * record with what the record makes.
 */
export function checkOffsetIndex(
  db: Kysely<Database>,
  documents: DocumentSpecs,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<OffsetIndexReport> {
  const specs = Object.values(documents)
  const total = SORT_ORDERS.length + specs.length + 1
  return inSnapshot(db, async (snapshot) => {
    const isRestored = await hasForeignTransactions(snapshot)
    await planForRanges(snapshot)
    const stores = []
    for (const spec of specs) {
      const wrong = await findWrongDocuments(snapshot, spec)
      stores.push({ store: `documents of ${spec.list}`, wrong })
      onProgress(stores.length, total)
    }
    stores.push({ store: 'prices of artworks', wrong: await findWrongPrices(snapshot) })
    const tracks = []
    for (const track of SORT_ORDERS) {
      const stretches = await countSegments(snapshot, track)
      tracks.push(reportOn(track, stretches, await countRows(snapshot, track)))
      onProgress(stores.length + tracks.length, total)
    }
    return { tracks, stores, isRestored }
  })
}

export function isConsistent({ tracks, stores, isRestored }: OffsetIndexReport): boolean {
  return (
    !isRestored &&
    tracks.every(({ faults }) => faults.length === 0) &&
    stores.every(({ wrong }) => wrong.length === 0)
  )
}

function reportOn(
  track: SortOrder,
  stretches: readonly CountedSegment[],
  rows: number,
): SortOrderReport {
  const faults = stretches.flatMap((stretch, place) => faultOf(track, stretch, place) ?? [])
  const counted = stretches.reduce((sum, stretch) => sum + stretch.counted, 0)
  if (counted !== rows) faults.push(`${rows} rows stand on it, and ${counted} lie in stretches`)
  const longest = stretches.reduce((most, stretch) => Math.max(most, stretch.counted), 0)
  return { name: track.name, rows, stretches: stretches.length, longest, faults }
}

const BEFORE_ALL = { first_time: '-infinity', first_number: '-Infinity', first_text: '' } as const

function faultOf(
  track: SortOrder,
  { key, id, rows, counted, ascends }: CountedSegment,
  place: number,
): string | undefined {
  const name = `the stretch from (${track.key === undefined ? id : `${key}, ${id}`})`
  if (rows !== counted) return `${name} says that it has ${rows} rows, and has ${counted}`
  if (!ascends) return `${name} does not begin after the one before it`
  const least = track.key === undefined ? null : BEFORE_ALL[track.key.anchorColumn as 'first_text']
  const isBeforeAll = key === least && id <= 0
  return place > 0 || isBeforeAll ? undefined : `${name} is the first, and not before all rows`
}

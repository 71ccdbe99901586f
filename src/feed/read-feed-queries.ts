import { sql, type RawBuilder } from 'kysely'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { ListName } from '../lists/list.ts'
import { MAX_PAGE_BYTES, type Latin1Text } from '../response-body.ts'
import type { Summary } from './content-digest.ts'
import { CLOCK_NO, RANGE_IDS, type FeedSpec } from './feed-queries.ts'

// What requests read of the feeds. The task writes them (feed-queries.ts).

/** SQL of the epoch of a row of `feeds`. */
export const CURRENT_EPOCH = sql`(SELECT epoch FROM feed_epochs WHERE list = feeds.list ORDER BY no DESC LIMIT 1)`

/** A part of a feed, as one statement reads it. */
export interface FeedSlice {
  readonly lastNo: number
  readonly removedThrough: number
  /** The format of new entries. */
  readonly feedFormat: string
  readonly records: number
  /** In hexadecimal digits. */
  readonly digest: string
  /** The current epoch. */
  readonly epoch: string
  /** The last number of the epoch of the cursor; null while it is the current one, and if it is unknown. */
  readonly epochEnd: number | null
  readonly isKnownEpoch: boolean
  /** Whether `changeNumber` of the request is a number of this feed, or above those that any server can have given; null without one. */
  readonly isKnownNumber: boolean | null
  /** Those of the request that have no next number yet. */
  readonly outdated: readonly number[]
  readonly entries: readonly FeedEntry[]
}

export interface FeedEntry {
  readonly id: number
  readonly no: number
  /** In PostgreSQL's text format. */
  readonly changed_at: string
  readonly isDeleted: boolean
  readonly format: string | null
  readonly length: number
  /** Whether the feed does not store the record (long-records.ts). */
  readonly isLong: boolean
  /** Of a long record, in hexadecimal digits. */
  readonly digest: string | null
  /** Null unless it is stored and read. */
  readonly record: Latin1Text | null
}

/** What to read of a feed. */
interface SliceRequest {
  readonly epoch: string | null
  /** The entries after this number. */
  readonly after: number
  /** A number of an RPDE page, which names no epoch. */
  readonly changeNumber?: number
  /** Numbers of entries that were outdated (`FeedCursor`). */
  readonly outdated?: readonly number[]
  readonly limit: number
  readonly hasRecords: boolean
}

/**
 * Reads the entries after a number, one more than the limit where there are so many. Records are read until they have
 * `MAX_PAGE_BYTES`.
 */
export async function selectSlice(
  db: DatabaseReader,
  list: ListName,
  { epoch, after, changeNumber, outdated = [], limit, hasRecords }: SliceRequest,
): Promise<FeedSlice> {
  const record = hasRecords
    ? sql`CASE WHEN before < ${sql.lit(MAX_PAGE_BYTES)} THEN record END`
    : sql`NULL::text`
  const number = sql`${changeNumber ?? null}::bigint`
  // The state is read once, and is in the first row only.
  const rows = await selectRows(db)<
    { state: string } & { [Name in keyof FeedEntry]: FeedEntry[Name] | null }
  >`
    WITH state AS MATERIALIZED (
      SELECT json_build_object('lastNo', feeds.last_no, 'removedThrough', feeds.removed_through, 'feedFormat', feeds.format,
        'records', feeds.records, 'digest', encode(feeds.digest, 'hex'), 'epoch', ${CURRENT_EPOCH},
        'epochEnd', (SELECT min(next.first_no) - 1 FROM feed_epochs AS next
          WHERE next.list = feeds.list AND next.no > cursor_epoch.no),
        'isKnownEpoch', cursor_epoch.no IS NOT NULL,
        'isKnownNumber', (${number} <= feeds.last_no OR ${number} > ${CLOCK_NO}) AND NOT EXISTS (
          SELECT FROM feed_epochs AS skipping
          WHERE skipping.list = feeds.list AND ${number} >= skipping.first_no AND ${number} < skipping.skipped_through),
        'outdated', ARRAY(SELECT no FROM feed_entries
          WHERE list = feeds.list AND no = ANY (${outdated}::bigint[]) ORDER BY no)
      )::text AS json
      FROM feeds LEFT JOIN feed_epochs AS cursor_epoch
        ON cursor_epoch.list = feeds.list AND cursor_epoch.epoch = ${epoch}::uuid
      WHERE feeds.list = ${list}
    )
    SELECT CASE WHEN coalesce(before, 0) = 0 THEN state.json END AS state, id, no, changed_at,
      digest IS NULL AS "isDeleted", format, coalesce(length, 0) AS length, ${record} AS record,
      digest IS NOT NULL AND record IS NULL AS "isLong", CASE WHEN record IS NULL THEN encode(digest, 'hex') END AS digest
    FROM state LEFT JOIN LATERAL (
      SELECT *, coalesce(sum(length) OVER (ORDER BY no ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM (
        SELECT * FROM feed_entries WHERE list = ${list} AND no > ${after}::bigint ORDER BY no LIMIT ${limit}::integer + 1
      ) AS found
    ) AS entry ON true
    ORDER BY no`
  const state = JSON.parse(rows[0]?.state ?? '') as Omit<FeedSlice, 'entries'>
  return { ...state, entries: rows.filter(({ id }) => id !== null) as FeedEntry[] }
}

/** The start of a snapshot. */
interface FeedHead extends Summary {
  readonly epoch: string
  readonly lastNo: number
  /** The format of new entries. */
  readonly format: string
}

export async function selectHead(db: DatabaseReader, list: ListName): Promise<FeedHead> {
  const rows = await selectRows(db)<FeedHead>`
    SELECT ${CURRENT_EPOCH} AS epoch,
      last_no AS "lastNo", format, records, encode(digest, 'hex') AS digest
    FROM feeds WHERE list = ${list}`
  return rows[0] as FeedHead
}

/** A record of a snapshot. */
interface StoredRecord {
  readonly id: number
  readonly no: number
  /** Of its content, as hexadecimal digits. */
  readonly digest: string
  /** Whether it has the format. */
  readonly isCurrent: boolean
  /** Whether the feed does not store it (long-records.ts). */
  readonly isLong: boolean
  readonly record: Latin1Text | null
  /** The records that the statement has found, also those beyond its bytes. */
  readonly found: number
}

/**
 * The next records after an id, of about `MAX_PAGE_BYTES` together. Each is a row: one text of all would cost PostgreSQL and
 * the garbage collector twice as much.
 */
export function selectRecords(
  db: DatabaseReader,
  { list, format }: Pick<FeedSpec, 'list' | 'format'>,
  after: number,
  limit: number,
): Promise<StoredRecord[]> {
  return selectRows(db)<StoredRecord>`
    SELECT id, no, encode(digest, 'hex') AS digest, format = ${format} AS "isCurrent", record IS NULL AS "isLong",
      record, found
    FROM (
      SELECT id, no, digest, format, record, (count(*) OVER ())::integer AS found,
        coalesce(sum(length) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM (
        SELECT * FROM feed_entries WHERE list = ${list} AND id > ${after}::integer AND digest IS NOT NULL
        ORDER BY id LIMIT ${limit}::integer
      ) AS found
    ) AS measured WHERE before < ${sql.lit(MAX_PAGE_BYTES)} ORDER BY id`
}

/** Those of the numbers whose entries have no next number yet. */
export async function selectUnchanged(
  db: DatabaseReader,
  list: ListName,
  nos: readonly number[],
): Promise<number[]> {
  const rows = await selectRows(db)<{ no: number }>`
    SELECT no FROM feed_entries WHERE list = ${list} AND no = ANY (${nos}::bigint[])`
  return rows.map(({ no }) => no)
}

export async function selectLastNos(db: DatabaseReader): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(db)<{ list: string; lastNo: number }>`
    SELECT list, last_no AS "lastNo" FROM feeds`
  return new Map(rows.map(({ list, lastNo }) => [list, lastNo]))
}

/** The records of a range of ids, in one snapshot with the state of the feed. */
interface FeedDigests {
  readonly epoch: string
  readonly lastNo: number
  readonly highestId: number
  /** Records, or `RANGE_IDS` ids of them together, in order. */
  readonly parts: readonly (Summary & { readonly from: number })[]
}

/**
 * Reads the digests of a range of ids: of `RANGE_IDS` ids together, where `step` is a multiple of it, and of single records
 * at both ends; otherwise of single records.
 */
export async function selectDigests(
  db: DatabaseReader,
  list: ListName,
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
): Promise<FeedDigests> {
  const [first, last] =
    step < RANGE_IDS ? [1, 0] : [Math.ceil(from / RANGE_IDS), Math.floor((to + 1) / RANGE_IDS) - 1]
  const rows = await selectRows(db)<FeedDigests & FeedDigests['parts'][number]>`
    SELECT ${CURRENT_EPOCH} AS epoch,
      feeds.last_no AS "lastNo", ${highestIdOf(list)} AS "highestId", part."from", part.records, encode(part.digest, 'hex') AS digest
    FROM feeds LEFT JOIN (
      SELECT no * ${sql.lit(RANGE_IDS)} AS "from", records, digest FROM feed_ranges
      WHERE list = ${list} AND no BETWEEN ${first}::integer AND ${last}::integer AND records > 0
      UNION ALL
      SELECT id, 1, digest FROM feed_entries WHERE list = ${list} AND digest IS NOT NULL
        AND id BETWEEN ${from}::bigint AND ${Math.min(to, first * RANGE_IDS - 1)}::bigint
      UNION ALL
      SELECT id, 1, digest FROM feed_entries WHERE list = ${list} AND digest IS NOT NULL
        AND id BETWEEN ${Math.max(from, (last + 1) * RANGE_IDS)}::bigint AND ${to}::bigint
    ) AS part ON true
    WHERE feeds.list = ${list} ORDER BY part."from"`
  const [{ epoch, lastNo, highestId }] = rows as [FeedDigests, ...unknown[]]
  return { epoch, lastNo, highestId, parts: rows.filter((part) => part.from !== null) }
}

export async function selectHighestId(db: DatabaseReader, list: ListName): Promise<number> {
  const rows = await selectRows(db)<{ highest: number }>`SELECT ${highestIdOf(list)} AS highest`
  return rows[0]?.highest ?? 0
}

/** SQL of the highest id that a record of the list has had; 0 for an empty list. */
function highestIdOf(list: ListName): RawBuilder<number> {
  return sql`(SELECT coalesce(max(id), 0) FROM feed_entries WHERE list = ${list})`
}

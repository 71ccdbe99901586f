import { sql, type Transaction } from 'kysely'
import { SERVER } from '../changes/change-log-queries.ts'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { FragmentKind, Json } from '../json-sql/json.ts'
import { COUNTED_LISTS, type ListName } from '../lists/list.ts'
import type { Latin1Text } from '../response-body.ts'
import type { Summary } from './content-digest.ts'
import { MAX_STORED_BYTES } from './long-records.ts'

export interface FeedSpec {
  readonly list: ListName
  readonly json: Json<unknown>
  /** Different for different forms of the same record: it depends on `json` and the URLs. */
  readonly format: string
}

/**
 * The server as of now: also another one after the promotion of a replica, which begins a new timeline (PostgreSQL,
 * "Continuous Archiving and Point-in-Time Recovery").
 */
const SERVER_OF_FEED = sql.raw(
  `concat_ws(' ', ${SERVER}, left(pg_walfile_name(pg_current_wal_lsn()), 8))`,
)

/** Columns of each write to `feeds`. */
const WRITTEN = sql`written_by = pg_current_xact_id()`

export interface FeedState {
  readonly format: string
  readonly lastNo: number
  readonly records: number
  /** As hexadecimal digits. */
  readonly digest: string
  /** The last transaction that has written the row. It changes while a process works on the feed. */
  readonly writtenBy: string
  readonly isSameServer: boolean
  /** Whether the row comes from a dump. */
  readonly isRestored: boolean
  /** Whether entries of the log that it has not read were removed: by a release that knows nothing of feeds. */
  readonly hasGap: boolean
}

/** Locks the feed until the end of the transaction. */
export async function lockFeed(trx: Transaction<Database>, list: ListName): Promise<FeedState> {
  const rows = await selectRows(trx)<FeedState>`
    SELECT format, last_no AS "lastNo", records, encode(digest, 'hex') AS digest,
      written_by::text AS "writtenBy", written_by::xid <> xmin AS "isRestored",
      server = ${SERVER_OF_FEED} AS "isSameServer",
      pg_snapshot_xmin(position)::text::xid8 <= (SELECT through FROM change_log_pruned) AS "hasGap"
    FROM feeds WHERE list = ${list} FOR UPDATE`
  return rows[0] as FeedState
}

/**
 * The transaction ends without waiting for the disk, so that writers do not wait for it there. A crash of the server can undo
 * it, but no later transaction without it.
 */
export async function commitLater(trx: Transaction<Database>): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(trx)
}

/** New entries have this format from now on. */
export async function updateFormat(
  trx: Transaction<Database>,
  { list, format }: FeedSpec,
): Promise<void> {
  await sql`UPDATE feeds SET format = ${format}, ${WRITTEN} WHERE list = ${list}`.execute(trx)
}

/** Microseconds since 1970, of whole milliseconds: no server gives numbers as fast as this one grows. */
export const CLOCK_NO = sql`(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint * 1000)`

/**
 * The numbers after the last one are those of this server. It begins at the clock: a number that a server before has given,
 * and of which this one knows nothing, is not given again.
 */
export async function beginEpoch(trx: Transaction<Database>, list: ListName): Promise<void> {
  await sql`
    WITH before AS (SELECT list, last_no FROM feeds WHERE list = ${list}), feed AS (
      UPDATE feeds SET server = ${SERVER_OF_FEED}, last_no = greatest(feeds.last_no, ${CLOCK_NO}), ${WRITTEN}
      FROM before WHERE feeds.list = before.list RETURNING feeds.list, feeds.last_no
    )
    INSERT INTO feed_epochs (list, first_no, skipped_through)
    SELECT list, before.last_no + 1, feed.last_no FROM before JOIN feed USING (list)`.execute(trx)
}

/** Any record may have changed. */
export async function addAllPending(trx: Transaction<Database>, list: ListName): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO feed_pending (list, id)
      SELECT ${list}, id FROM ${sql.table(list)} WHERE is_public
      UNION SELECT list, id FROM feed_entries WHERE list = ${list} AND digest IS NOT NULL
      ON CONFLICT DO NOTHING
    )
    UPDATE feeds SET position = pg_current_snapshot(), ${WRITTEN} WHERE list = ${list}`.execute(trx)
}

/** The entries of the change log that the position of the feed `list` does not see. */
const unseenEntries = (list: ListName): string => `
  FROM feeds CROSS JOIN LATERAL (
    SELECT * FROM change_log WHERE xid >= pg_snapshot_xmax(feeds.position)
    UNION ALL
    SELECT change_log.* FROM pg_snapshot_xip(feeds.position) AS running JOIN change_log ON xid = running
  ) AS entry
  WHERE feeds.list = '${list}'`

/** Whether a feed has anything to do. */
export async function hasWork(db: DatabaseReader, list: ListName): Promise<boolean> {
  const rows = await selectRows(db)<{ found: boolean }>`
    SELECT EXISTS (SELECT ${sql.raw(unseenEntries(list))})
      OR EXISTS (SELECT FROM next_pending(${list}, 0, 1))
      OR NOT EXISTS (SELECT FROM feeds WHERE list = ${list} AND server = ${SERVER_OF_FEED}
        AND written_by::xid = xmin) AS found`
  return rows[0]?.found === true
}

/** How far the feeds are behind. */
export interface FeedDelay {
  /** Since the oldest change of which a feed knows nothing; 0 without one. */
  readonly seconds: number
  /** Records that a feed is to read. */
  readonly records: number
}

export async function selectDelay(db: DatabaseReader): Promise<FeedDelay> {
  const unseen = COUNTED_LISTS.map(
    (list) => `SELECT min(entry.recorded_at) AS oldest ${unseenEntries(list)}`,
  )
  const rows = await selectRows(db)<FeedDelay>`
    SELECT coalesce(extract(epoch FROM now() - min(oldest)), 0)::float8 AS seconds,
      (SELECT count(*) FROM feed_pending) AS records
    FROM (${sql.raw(unseen.join(' UNION ALL '))}) AS unseen`
  return rows[0] as FeedDelay
}

/** The subject of the change log that tells of changes of a kind of embedded records. */
function subjectOf(kind: FragmentKind): string {
  return kind === 'gallery_owner' ? 'gallery' : kind
}

interface Embedded {
  readonly subject: string
  /** SQL of the ids of the records of the list that embed those of `entries`. */
  readonly select: string
}

/** What a record of the list embeds, as its JSON declares it. Records that embed others have entries for their changes. */
function embeddedIn({ list, json }: Pick<FeedSpec, 'list' | 'json'>): Embedded[] {
  const found = (pieces: Json<unknown>['pieces'], tables: string): Embedded[] =>
    pieces.flatMap((piece): Embedded[] => {
      if ('fragment' in piece) {
        const { kind, idType = 'integer' } = piece.fragment
        const join = tables.includes(' WHERE ') ? ' AND ' : ' WHERE '
        const subject = subjectOf(kind)
        const entries = `FROM entries WHERE subject = '${subject}'`
        // Without EXISTS, PostgreSQL would read the whole list for nothing where the column has no index.
        const select = `SELECT ${list}.id FROM ${tables}${join}EXISTS (SELECT ${entries})
          AND ${piece.id} = ANY (ARRAY(SELECT unnest(ids)::${idType} ${entries}))`
        return [{ subject, select }]
      }
      if ('array' in piece) return found(piece.array.pieces, `${list}, ${piece.from}`)
      return []
    })
  // A gallery and its owner are of one subject.
  return [...new Map(found(json.pieces, list).map((each) => [each.select, each])).values()]
}

/**
 * Adds the records to `feed_pending` that the new entries of the change log name, and the records that embed these.
 * The statement stores the snapshot with which it has read the log.
 */
export async function collectPending(trx: Transaction<Database>, spec: FeedSpec): Promise<void> {
  const { list } = spec
  const embedded = embeddedIn(spec)
  const subjects = [list, ...embedded.map(({ subject }) => subject)].map((each) => `'${each}'`)
  const any = `EXISTS (SELECT FROM entries WHERE ids IS NULL AND subject IN (${subjects.join()}))`
  await sql`
    WITH entries AS MATERIALIZED (
      SELECT entry.subject, entry.ids ${sql.raw(unseenEntries(list))} AND NOT entry.is_derived
    ), added AS (
      INSERT INTO feed_pending (list, id)
      SELECT ${list}, id FROM (
        SELECT unnest(ids)::integer AS id FROM entries WHERE subject = ${list}
        ${sql.raw(embedded.map(({ select }) => `UNION ${select}`).join('\n'))}
        UNION SELECT id FROM ${sql.table(list)} WHERE is_public AND ${sql.raw(any)}
        UNION SELECT id FROM feed_entries
          WHERE list = ${list} AND digest IS NOT NULL AND ${sql.raw(any)}
      ) AS changed
      ON CONFLICT DO NOTHING
    )
    UPDATE feeds SET position = pg_current_snapshot(), ${WRITTEN} WHERE list = ${list}`.execute(trx)
}

/** The next records whose change the feed does not have, from an id on, in the order of their ids. */
export async function selectPending(
  db: DatabaseReader,
  list: ListName,
  firstId: number,
  limit: number,
): Promise<number[]> {
  const rows = await selectRows(db)<{ id: number }>`
    SELECT id FROM next_pending(${list}, ${firstId}::integer, ${limit}::integer) AS id`
  return rows.map(({ id }) => id)
}

export async function deletePending(
  trx: Transaction<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM feed_pending
    WHERE list = ${list} AND id = ANY (${ids}::integer[])`.execute(trx)
}

export interface StoredEntry {
  readonly id: number
  /** As hexadecimal digits; null for a deletion. */
  readonly digest: string | null
  readonly format: string | null
  /** Whether it does not have the record (long-records.ts). */
  readonly isLong: boolean
}

export function selectEntries(
  db: DatabaseReader,
  list: ListName,
  ids: readonly number[],
): Promise<StoredEntry[]> {
  return selectRows(db)<StoredEntry>`
    SELECT id, encode(digest, 'hex') AS digest, format, digest IS NOT NULL AND record IS NULL AS "isLong"
    FROM feed_entries
    WHERE list = ${list} AND id = ANY (${ids}::integer[])`
}

export interface NewEntry {
  readonly id: number
  /** Undefined for a deletion. */
  readonly record: Latin1Text | undefined
  readonly digest: string | undefined
}

/** Stores entries with the numbers after `lastNo`, in their order. */
export async function upsertEntries(
  trx: Transaction<Database>,
  { list, format }: FeedSpec,
  lastNo: number,
  entries: readonly NewEntry[],
): Promise<void> {
  const digests = entries.map(({ digest }) => digest ?? null)
  // JSON has no line feeds. To read an array of texts, or JSON, takes PostgreSQL ten times as long, and so does `length`.
  const records = entries
    .map(({ record = '' }) => (record.length > MAX_STORED_BYTES ? '' : record))
    .join('\n')
  const lengths = entries.map(({ record }) => record?.length ?? null)
  await sql`
    INSERT INTO feed_entries AS stored (list, id, no, digest, format, record, length)
    SELECT ${list}, id, ${lastNo}::bigint + no, decode(digest, 'hex'), CASE WHEN digest IS NOT NULL THEN ${format} END,
      nullif(record, ''), length
    FROM ROWS FROM (unnest(${entries.map(({ id }) => id)}::integer[]), unnest(${digests}::text[]),
      unnest(${lengths}::integer[]), string_to_table(${records}, E'\\n'))
      WITH ORDINALITY AS entry (id, digest, length, record, no)
    ON CONFLICT (list, id) DO UPDATE SET no = excluded.no, changed_at = now(), digest = excluded.digest,
      format = excluded.format, record = excluded.record, length = excluded.length`.execute(trx)
}

export async function updateSummary(
  trx: Transaction<Database>,
  list: ListName,
  lastNo: number,
  { records, digest }: Summary,
): Promise<void> {
  await sql`
    UPDATE feeds SET last_no = ${lastNo}::bigint, records = ${records}, digest = decode(${digest}, 'hex'), ${WRITTEN}
    WHERE list = ${list}`.execute(trx)
}

/** The records whose ids divided by `RANGE_IDS` are `no`. */
export interface RangeSummary extends Summary {
  readonly no: number
}

export const RANGE_IDS = 1_000

/** The ranges that exist, of those with these numbers. */
export function selectRanges(
  db: DatabaseReader,
  list: ListName,
  nos: readonly number[],
): Promise<RangeSummary[]> {
  return selectRows(db)<RangeSummary>`
    SELECT no, records, encode(digest, 'hex') AS digest FROM feed_ranges
    WHERE list = ${list} AND no = ANY (${nos}::integer[])`
}

export async function upsertRanges(
  trx: Transaction<Database>,
  list: ListName,
  ranges: readonly RangeSummary[],
): Promise<void> {
  await sql`
    INSERT INTO feed_ranges (list, no, records, digest)
    SELECT ${list}, no, records, decode(digest, 'hex')
    FROM json_to_recordset(${JSON.stringify(ranges)}) AS range (no integer, records integer, digest text)
    ON CONFLICT (list, no) DO UPDATE
    SET records = excluded.records, digest = excluded.digest`.execute(trx)
}

const REMOVED_AT_ONCE = 1_000

/** Of each list: a user can delete any number of records, and no budget counts them. */
const MAX_DELETIONS = 1_000_000

/**
 * Removes a batch of deletions that are older than the retention, or before the last `MAX_DELETIONS`. Epochs stay: only they
 * tell which numbers were given, and there is one for each start of a server.
 * @returns whether there may be more to remove.
 */
export async function deleteOldDeletions(
  trx: Transaction<Database>,
  retentionDays: number,
): Promise<boolean> {
  const oldest = sql`now() - make_interval(days => ${retentionDays}::integer)`
  const { rows } = await sql<{ count: number }>`
    WITH kept AS MATERIALIZED (
      SELECT list, (
        SELECT no FROM feed_entries WHERE list = feeds.list AND digest IS NULL
        ORDER BY no DESC OFFSET ${sql.lit(MAX_DELETIONS)} - 1 LIMIT 1) AS first_no
      FROM feeds
    ), removed AS (
      DELETE FROM feed_entries WHERE (list, no) IN (
        SELECT list, no FROM feed_entries JOIN kept USING (list)
        WHERE digest IS NULL AND (changed_at < ${oldest} OR no < kept.first_no)
        ORDER BY list, no LIMIT ${REMOVED_AT_ONCE}::integer)
      RETURNING list, no
    ), moved AS (
      UPDATE feeds SET removed_through = greatest(removed_through, last.no), ${WRITTEN}
      FROM (SELECT list, max(no) AS no FROM removed GROUP BY list) AS last WHERE feeds.list = last.list
    )
    SELECT count(*)::integer AS count FROM removed`.execute(trx)
  return rows[0]?.count === REMOVED_AT_ONCE
}

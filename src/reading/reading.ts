import type { Kysely } from 'kysely'
import type { ClientOptions } from '../database/connect.ts'
import type { Database } from '../database/tables.ts'
import type { Freshness } from '../kept/freshness.ts'
import type { Ordering } from '../list/ordering.ts'
import { startKeeper } from './waypoints/keeper.ts'
import { makeAhead } from './records/make-ahead.ts'
import { makerName } from './records/maker.ts'
import { preload } from './records/preload.ts'
import { Memory } from './rounds/memory.ts'
import { legsOf, type ListName, type SortKeys } from './orderings.ts'
import { pageReader } from './page-reader.ts'
import type { ReadyRecords } from './records/ready-records.ts'
import { recordMaker } from './records/record-maker.ts'
import { recordReader } from './record-reader.ts'
import { startRounds } from './rounds/rounds.ts'

/**
 * How the public's lists are read, at any depth for the same price.
 *
 * - **A page is found** by waypoints: for each order of a list, every few hundred rows, where a
 *   stretch begins and how many rows it has (waypoints/; migration 0008 keeps them exact). Adding up
 *   gives the stretch that an offset lies in; the rest is a short walk on the ordering's index
 *   (place-queries.ts). The sum of all is the list's `count`.
 * - **Its records stand ready** beside their rows as text, made and validated once for each version of
 *   a record (records/; migration 0009). What many records embed the same of is left out of it
 *   (template.ts), kept in memory once (parts.ts) and put in when a page is put together (fill.ts).
 * - **Nothing that is remembered is ever older than the answer.** Requests are served together, in
 *   rounds (rounds/). A round reads one snapshot, taken after its requests came, and learns first
 *   what has changed since the last one (changes-queries.ts; migration 0007): sums and parts are then
 *   of that same snapshot. A page that was looked for at a place that the news have moved is read
 *   again. So a page always agrees with its own count, and a writer reads its own write, whatever
 *   process wrote it.
 * - **What will be asked for is had before**: shared parts are read soon after the start (preload.ts),
 *   and changed records are made soon after the change (make-ahead.ts).
 */
export interface Reading {
  /** One page of what the public may see of a list. */
  page<List extends ListName>(list: List, request: PageRequest<List>): Promise<ReadyPage>
  /** One record; undefined when there is none that the public may see. */
  record(list: ListName, id: number): Promise<ReadyRecord | undefined>
  /** Tells whether anything has changed that the public may see. */
  readonly freshness: Freshness
  close(): Promise<void>
}

export interface PageRequest<List extends ListName> {
  readonly ordering: Ordering<SortKeys[List]>
  readonly limit: number
  readonly offset: number
}

/** A page of records, and how many the list has in the same snapshot. */
export interface ReadyPage {
  readonly count: number
  readonly records: ReadyRecords
}

export interface ReadyRecord extends ReadyRecords {
  /** What the record's entity tag begins with, where the contract gives it a version. */
  readonly version: string | undefined
}

export interface ReadingOptions extends ClientOptions {
  /** For what must be made first. */
  readonly db: Kysely<Database>
  readonly mediaUrl: string
  readonly onStoreError: (error: unknown) => void
  /** Told of waypoints that are wrong, and once of what keeps them from being kept. */
  readonly onKeeperError: (error: unknown) => void
}

/** Whoever waits for the process to start comes first. */
const READ_AHEAD_AFTER_MS = 1_000

/** Begins to read, and to keep the waypoints. */
export function startReading(options: ReadingOptions): Reading {
  const { db, mediaUrl, onStoreError, onKeeperError } = options
  const maker = makerName(mediaUrl)
  const records = recordMaker(db, mediaUrl, maker, onStoreError)
  const ahead = makeAhead(db, records, maker)
  const memory = new Memory(ahead.note)
  const rounds = startRounds(options, memory)
  const keeper = startKeeper({ db, generation: () => memory.generation, onError: onKeeperError })
  const readPage = pageReader(rounds, records, maker, keeper.rebuild)
  const readRecord = recordReader(rounds, records, maker)
  const readingAhead = setTimeout(
    () => void preload(rounds).catch(() => {}),
    READ_AHEAD_AFTER_MS,
  ).unref()
  return {
    page: (list, { ordering, limit, offset }) =>
      readPage({ list, legs: legsOf(list, ordering), limit, offset }),
    record: readRecord,
    freshness: {
      get generation() {
        return memory.generation
      },
      check(done) {
        rounds.refresh((error) => done(error as Error | undefined, memory.generation))
      },
    },
    async close() {
      clearTimeout(readingAhead)
      await Promise.all([keeper.stop(), ahead.stop(), rounds.close()])
    },
  }
}

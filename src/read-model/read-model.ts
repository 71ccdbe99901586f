import { setTimeout as sleep } from 'node:timers/promises'
import { toLatin1 } from '../response-body.ts'
import { connect, type ClientOptions } from '../database/pool.ts'
import { WORK_LIMITS } from '../database/pool.ts'
import type { DataVersion } from '../cache/data-version.ts'
import { startIndexMaintenance } from './offset-index/maintenance.ts'
import { MissingDocuments } from './documents/assemble.ts'
import { startBackgroundRefresh, type BackgroundRefresh } from './documents/background-refresh.ts'
import { documentRefresh } from './documents/document-refresh.ts'
import { priceRefresh } from './documents/price-refresh.ts'
import type { ReadModelResources } from './documents/document-spec.ts'
import { documentValidator } from './documents/validate-document.ts'
import { preload } from './documents/preload.ts'
import { LocalState } from './change-log/local-state.ts'
import { createListReader } from './reader.ts'
import type { ListReader } from './types.ts'
import { combinedDataVersion } from './replicas/replicas.ts'
import { startReplicas, type ReplicaOptions } from './replicas/replicas.ts'
import { startBatchScheduler } from './batching/batch-scheduler.ts'

/**
 * How the public's lists are read, at any depth for the same price.
 *
 * - **A page is found** by waypoints: for each order of a list, its track, every 128 rows or so where
 *   a stretch begins and how many rows it has (waypoints/; triggers keep them exact, and a keeper
 *   in each process adds up what was noted). Adding up gives the stretch that an offset lies in
 *   (page-plan.ts); the rest is a short walk on the ordering's index (place-queries.ts). The sum of all
 *   is the list's `count`. An ordering by what can be null has two legs, one after the other: rows with
 *   the key, and rows without (orderings.ts).
 * - **Its records are documents**: JSON text that one SQL expression makes of a record (src/documents/).
 *   Documents are stored beside their rows (schema/6-documents.sql); the statement that reads a page makes those
 *   that are missing itself, in its own snapshot. So a document is never stale, and nobody waits for one.
 *   A process validates a document that was made before it sends or stores it, once for each content.
 *   What many records embed the same of is left out of it (src/json-sql/json.ts), kept in memory
 *   once (parts.ts) and put in when a page is put together (fill.ts).
 * - **Nothing that is remembered is ever older than the answer.** Requests are served together, in
 *   rounds (rounds/). A round reads one snapshot, taken after its requests came, and learns first
 *   what has changed since the last one (changes-queries.ts; schema/4-change-log.sql): sums and parts are then
 *   of that same snapshot. A page that was looked for at a place that the news have moved is read
 *   again. So a page always agrees with its own count, and a writer reads its own write, whatever
 *   process wrote it.
 * - **Work is done ahead**: shared parts are read before a process is ready (preload.ts),
 *   and missing documents are stored in the background (background-work.ts).
 * - **Replicas**, where there are some, are read in the same way, each with rounds and a memory of its
 *   own, for whoever shows no credential and so has not written anything (replicas/).
 *
 * The way of a page: page-reader.ts plans it and says what it wants of a round; persistent.ts joins
 * round after round until nothing is missing; ready-records.ts puts it together. Why it is as it is, what
 * was measured and what is left: decisions.md.
 */
export interface ReadModel extends ListReader {
  /** The same for whoever may be told what was true a moment ago. */
  readonly anonymous: ListReader
  /** Tells whether anything has changed that the public may see. */
  readonly dataVersion: DataVersion
  /** Reads the parts that many records embed, before a page needs them. @throws when they cannot be read. */
  preload(): Promise<void>
  /** How many readers no round has taken yet. */
  waiting(): number
  close(): Promise<void>
}

interface ReadModelOptions extends ClientOptions {
  readonly resources: ReadModelResources
  readonly mediaUrl: string
  /** Told of what keeps documents from being stored, which makes the service slower, not wrong. */
  readonly onRefreshError: (error: unknown) => void
  /** Told of waypoints that are wrong, and once of what keeps them from being kept. */
  readonly onMaintenanceError: (error: unknown) => void
  /** Undefined where there are none. */
  readonly replicas?: ReplicaOptions | undefined
}

/** What the keeper is at may take a minute; it is all or nothing, and another process goes on with it. */
const LEAVE_WITHIN_MS = 1_000

/** Begins to read, and to keep the waypoints. */
export function startReadModel(options: ReadModelOptions): ReadModel {
  const { mediaUrl, resources, onRefreshError, onMaintenanceError } = options
  const { documents, fragments } = resources
  const validate = documentValidator(resources)
  const connection = { ...options, fragments }
  let background: BackgroundRefresh | undefined
  const memory = new LocalState((...changed) => background?.recordChanged(...changed))
  const rounds = startBatchScheduler(connection, memory)
  // Apart, so that it may take longer than requests, and takes no connection from them.
  const work = connect({ ...options, ...WORK_LIMITS, poolSize: 1 })
  const generation = (): number => memory.version
  const keeper = startIndexMaintenance({ db: work, generation, onError: onMaintenanceError })
  background = startBackgroundRefresh({
    db: work,
    tasks: [
      priceRefresh,
      ...Object.values(documents).map((spec) => documentRefresh(spec, validate)),
    ],
    readCount: () => rounds.enqueued(),
    onError: onRefreshError,
  })
  const missingDocuments = new MissingDocuments((...found) => background?.recordStale(...found))
  const sources = { mediaHost: toLatin1(mediaUrl), missingDocuments, documents, validate }
  const lists = createListReader(rounds, sources, keeper.rebuild)
  const primary = { reader: lists, state: memory, scheduler: rounds, sources }
  const replicas = options.replicas && startReplicas(connection, options.replicas, primary)
  return {
    ...lists,
    preload: () => preload(rounds),
    anonymous: replicas?.reader ?? lists,
    dataVersion: replicas?.dataVersion ?? combinedDataVersion(primary, []),
    waiting: () => rounds.waiting(),
    async close() {
      const stopped = Promise.all([
        keeper.stop(),
        background?.stop(),
        rounds.close(),
        replicas?.close(),
      ])
      const left = stopped.then(() => work.destroy())
      await Promise.race([left, sleep(LEAVE_WITHIN_MS)])
    },
  }
}

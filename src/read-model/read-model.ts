import type { ClientOptions } from '../database/pool.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { DataVersion } from '../cache/response-cache.ts'
import type { Task } from '../work/worker.ts'
import type { InconsistentOffsetIndex } from './offset-index/compaction.ts'
import { indexMaintenance } from './offset-index/maintenance-task.ts'
import { MissingDocuments } from './assemble.ts'
import { refreshTask } from './documents/refresh-task.ts'
import { documentRefresh } from './documents/document-refresh.ts'
import { priceRefresh } from './documents/price-refresh.ts'
import type { ReadModelResources } from './documents/document-spec.ts'
import { documentValidator } from './documents/validate-document.ts'
import { createFacetCounter } from './facet-counter.ts'
import { createNameSearch } from './name-search.ts'
import { preload } from './batching/preload.ts'
import { combinedDataVersion, LocalState } from './local-state.ts'
import { createListReader, createFilteredScanner, type Lists } from './reader.ts'
import { startReplicas, type ReplicaOptions, type ReplicaState } from './replicas/replicas.ts'
import { startBatchScheduler } from './batching/batch-scheduler.ts'

/**
 * The read model: how public lists and records are read, at the same cost for any offset, and always current.
 *
 * - **Counted offset index** (offset-index/): for each sort order, an anchor every 128 rows or so starts a segment
 *   and counts its rows. Triggers record each change of a count as a delta, and a maintenance task in each process
 *   folds the deltas into the counts. Prefix sums of the counts give the segment of an offset (page-plan.ts); a short range
 *   scan on the index of the sort order gives the rows (page-queries.ts). The sum of all counts is the list's
 *   `count`. An ordering by a nullable column is two range scans: rows with the key, then rows without.
 * - **Prepared documents** (documents/): one SQL expression makes the JSON text of a record, which is stored beside
 *   the record. A trigger deletes it when its source changes, so a document is never stale. The first read of a missing
 *   document is repeated with a statement that builds missing documents in its own snapshot. A process validates a newly
 *   built document against the contract before it sends or stores it, once for each content. Data that many records
 *   embed is not part of a document: a placeholder names a fragment, which the process caches once (fragment-cache.ts)
 *   and inserts when it assembles a page (assemble.ts).
 * - **Local state** (local-state.ts): the offset indexes and fragments in memory. A process applies the new entries of
 *   the change log (src/changes/) to it before it uses them for a response, so it is never stale.
 * - **Batched reads** (batching/): queued reads share batches over one pipelined connection. A batch reads one
 *   snapshot, taken after its requests arrived: first the change log, then the rows. A page whose rows have moved
 *   since it was planned is read again. So a page always agrees with its own `count`, and a writer reads
 *   its own write, whatever process wrote it.
 * - **Filtered and nested lists** (src/lists/list.ts): a batch counts and sorts the records that pass the filters, where they are
 *   few. A longer list is read in the same way by batches of its own, on a connection of its own and with a local state of
 *   its own, so that no other read waits for it.
 * - **Background work**: shared fragments are loaded before a process is ready (batching/preload.ts). Tasks of the
 *   worker (src/work/) maintain the offset index, and store missing documents and outdated prices.
 * - **Replicas** (replicas/), optional: each has its own connection and local state. They serve clients without
 *   credentials, which cannot have written anything.
 *
 * The path of a page: reader.ts plans it and enqueues its statements, the batch scheduler executes them, reader.ts
 * retries until the result is consistent, assemble.ts inserts the fragments, responses.ts adds the
 * envelope. The reasons, measurements and open points are in src/docs/performance.md.
 */
export interface ReadModel extends Lists {
  /** For reads that may return slightly older data: served by replicas, if there are any. */
  readonly anonymous: Lists
  readonly dataVersion: DataVersion
  /** Loads the fragments that many records embed. @throws when they cannot be read. */
  preload(): Promise<void>
  readonly replicas: readonly ReplicaState[]
  /** Number of reads that wait for a batch. */
  waiting(): number
  /** Number of reads so far. */
  readCount(): number
  /** Its background work. */
  readonly tasks: readonly Task[]
  close(): Promise<void>
}

interface ReadModelOptions extends ClientOptions {
  readonly resources: ReadModelResources
  readonly urls: Urls
  /** Called when an offset index is found inconsistent. A task rebuilds it. */
  readonly onInconsistent: (error: InconsistentOffsetIndex) => void
  readonly replicas?: ReplicaOptions | undefined
}

/** Connects. The caller runs its tasks. */
export function startReadModel(options: ReadModelOptions): ReadModel {
  const { urls, resources, onInconsistent } = options
  const { documents, fragments } = resources
  const validate = documentValidator(resources)
  const connection = { ...options, fragments }
  const refreshes = [
    priceRefresh,
    ...Object.values(documents).map((spec) => documentRefresh({ ...spec, urls }, validate)),
  ].map(refreshTask)
  const state = new LocalState((...changed) => {
    for (const task of refreshes) task.recordChanged(...changed)
  })
  const missingDocuments = new MissingDocuments((...found) => {
    for (const task of refreshes) task.recordStale(...found)
  })
  const scheduler = startBatchScheduler(connection, state)
  const maintenance = indexMaintenance({ dataVersion: () => state.version, onInconsistent })
  const sources = { urls, missingDocuments, documents, validate }
  const reader = createListReader(scheduler, sources, maintenance.rebuild)
  const scans = startBatchScheduler({ ...connection, isForScans: true }, new LocalState())
  const scanner = {
    ...createFilteredScanner(scans, sources),
    ...createFacetCounter(scans),
    ...createNameSearch(scans),
  }
  const primary = { reader, state, scheduler, sources }
  const replicas = options.replicas && startReplicas(connection, options.replicas, primary)
  return {
    ...reader,
    ...scanner,
    preload: () => preload(scheduler, fragments),
    anonymous: { ...(replicas?.reader ?? reader), ...scanner },
    dataVersion: replicas?.dataVersion ?? combinedDataVersion(primary),
    replicas: replicas?.states ?? [],
    waiting: () => scheduler.waiting(),
    readCount: () => scheduler.enqueued(),
    tasks: [maintenance, ...refreshes],
    async close() {
      await Promise.all([scheduler.close(), scans.close(), replicas?.close()])
    },
  }
}

import { pruneChangeLog } from './changes/change-log-queries.ts'
import type { Urls } from './contract/operation-types.ts'
import { connect, WORK_LIMITS, type ClientOptions } from './database/pool.ts'
import { feedSpecs, feedTask } from './feed/feed-task.ts'
import { deleteOldDeletions } from './feed/feed-queries.ts'
import type { ReadModel } from './read-model/read-model.ts'
import { DOCUMENTS } from './resources.ts'
import { cleanUp } from './work/clean-up.ts'
import { startWorker, type Worker } from './work/worker.ts'
import { deleteOldDeliveries } from './webhooks/delivery-queries.ts'
import { deliveryTask } from './webhooks/delivery-task.ts'
import type { ReceiverOptions } from './webhooks/receiver.ts'
import { deleteExpiredResponses } from './writes/idempotency-queries.ts'

interface WorkOptions {
  readonly connection: ClientOptions
  readonly urls: Urls
  readonly changesRetentionDays?: number | undefined
  readonly webhooks?: ReceiverOptions | undefined
  readonly onError: (error: unknown, task: string) => void
  /** Tasks wait for the schema. */
  readonly schema?: { readonly settled: Promise<unknown> } | undefined
}

/** Starts the worker with all tasks of a process. */
export function startBackgroundWork(
  readModel: Pick<ReadModel, 'tasks' | 'readCount' | 'scanFiltered'>,
  { connection, urls, changesRetentionDays = 30, webhooks = {}, onError, schema }: WorkOptions,
): Worker {
  const { tasks, readCount } = readModel
  // A separate pool: background work has longer timeouts, and takes no connection from requests.
  const db = connect({ ...connection, ...WORK_LIMITS, poolSize: 1 })
  const worker = startWorker({
    db,
    tasks: [
      ...tasks,
      feedTask({ feeds: feedSpecs(DOCUMENTS, urls), scanner: readModel, onInvalid: onError }),
      deliveryTask(webhooks),
      cleanUp('webhook_deliveries', deleteOldDeliveries),
      cleanUp('deletions', (trx) => deleteOldDeletions(trx, changesRetentionDays)),
      cleanUp('change_log', pruneChangeLog),
      cleanUp('stored_responses', deleteExpiredResponses),
    ],
    readCount,
    onError,
    // A schema that cannot be had ends the process.
    begin: schema?.settled.catch(() => {}),
  })
  return {
    counts: worker.counts,
    async stop() {
      await worker.stop()
      await db.destroy()
    },
  }
}

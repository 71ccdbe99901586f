import { pruneChangeLog } from './changes/change-log-queries.ts'
import { connect, WORK_LIMITS, type ClientOptions } from './database/pool.ts'
import type { ReadModel } from './read-model/read-model.ts'
import { cleanUp } from './work/clean-up.ts'
import { startWorker, type Worker } from './work/worker.ts'
import { deleteExpiredResponses } from './writes/idempotency-queries.ts'

/** Starts the worker with all tasks of a process. */
export function startBackgroundWork(
  { tasks, readCount }: Pick<ReadModel, 'tasks' | 'readCount'>,
  connection: ClientOptions,
  onError: (error: unknown, task: string) => void,
): Worker {
  // A separate pool: background work has longer timeouts, and takes no connection from requests.
  const db = connect({ ...connection, ...WORK_LIMITS, poolSize: 1 })
  const worker = startWorker({
    db,
    tasks: [
      ...tasks,
      cleanUp('change_log', pruneChangeLog),
      cleanUp('stored_responses', deleteExpiredResponses),
    ],
    readCount,
    onError,
  })
  return {
    counts: worker.counts,
    async stop() {
      await worker.stop()
      await db.destroy()
    },
  }
}

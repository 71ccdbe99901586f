import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'

/** Work that a process repeats in the background. No request waits for it. */
export interface Task {
  /** In the log and in metrics. */
  readonly name: string
  /** The mean time from the end of a run to the next one; each is random, so that processes do not run at once. */
  readonly everyMs: number
  /** The pause after a step while clients read, as a multiple of its duration; none by default. */
  readonly pauseRatio?: number
  /** Whether there is something to do, as far as the process knows; asked before each run. Always by default. */
  isDue?(): boolean
  /**
   * Does the work in steps, and yields after each. There it may be paused, or ended for good, so a step leaves nothing half
   * done in the database. A run that fails is repeated from its start. So items that can fail alone are rows with their own
   * number of tries and time of the next one, and an effect outside the database, such as a request, can happen twice. A
   * step is short, because those of other tasks wait for it. So it does not wait for the network: one step
   * starts requests, a later one records their results; computation takes a thread of its own. Every process runs every
   * task: row locks or a lease (lease.ts) keep them apart. When the worker stops, a run ends after its step, without its
   * `finally` blocks.
   * @param signal aborts a long wait.
   */
  run(db: Kysely<Database>, signal: AbortSignal): AsyncGenerator<unknown, void>
}

interface TaskCounts {
  readonly task: string
  /** Runs so far. */
  done: number
  failed: number
}

export interface Worker {
  readonly counts: readonly Readonly<TaskCounts>[]
  /** Waits for the step that is under way. */
  stop(): Promise<void>
}

interface WorkerOptions {
  readonly db: Kysely<Database>
  readonly tasks: readonly Task[]
  /** The number of reads by clients so far. */
  readonly readCount: () => number
  /** Called once for each distinct error in a row. */
  readonly onError: (error: unknown, task: string) => void
  /** Nothing runs before it resolves. */
  readonly begin?: Promise<unknown> | undefined
}

const MAX_BACKOFF_MS = 10_000

/** Runs each task at once, and then again and again. After each failure, the time between its runs doubles, to 10 s. */
export function startWorker({ db, tasks, readCount, onError, begin }: WorkerOptions): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let lastStep: Promise<unknown> = Promise.resolve()

  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => {})

  const repeat = async (task: Task, counts: TaskCounts): Promise<void> => {
    const { everyMs } = task
    let failures = 0
    let lastError: string | undefined
    while (!signal.aborted) {
      try {
        if (task.isDue?.() ?? true) {
          await run(task)
          counts.done += 1
          failures = 0
          lastError = undefined
        }
      } catch (error) {
        counts.failed += 1
        failures += 1
        if (lastError !== String(error) && !signal.aborted) onError(error, task.name)
        lastError = String(error)
      }
      const backoffMs = Math.min(everyMs * 2 ** failures, Math.max(everyMs, MAX_BACKOFF_MS))
      await wait(backoffMs * (0.5 + Math.random()))
    }
  }

  const run = async (task: Task): Promise<void> => {
    const steps = task.run(db, signal)
    for (let seen = readCount(); ; seen = readCount()) {
      const ms = await inTurn(() => durationOf(steps))
      if (ms === undefined) return
      if (readCount() !== seen) await wait(ms * (task.pauseRatio ?? 0))
    }
  }

  /** The steps of all tasks take turns, so that a long one takes only one connection. */
  const inTurn = (step: () => Promise<number | undefined>): Promise<number | undefined> => {
    const result = lastStep.then(() => (signal.aborted ? undefined : step()))
    lastStep = result.catch(() => {})
    return result
  }

  const counts = tasks.map(({ name }) => ({ task: name, done: 0, failed: 0 }))
  const stopped = new Promise((resolve) => {
    signal.addEventListener('abort', resolve)
  })
  // Without `begin`, at once.
  const running = Promise.race([begin, stopped]).then(() =>
    Promise.all(tasks.map((task, at) => repeat(task, counts[at] as TaskCounts))),
  )
  return {
    counts,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Does the next step. @returns its milliseconds; undefined after the last one. */
async function durationOf(steps: AsyncGenerator<unknown, void>): Promise<number | undefined> {
  const start = performance.now()
  const { done = false } = await steps.next()
  return done ? undefined : performance.now() - start
}

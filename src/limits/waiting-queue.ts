import { Problem } from '../problems/problem.ts'
import { fairQueue } from './fair-queue.ts'

export interface QueueOptions {
  /** The number of works that run at once. */
  readonly maxRunning: number
  /** Bounds the memory of what waits: further work is rejected at once. */
  readonly maxWaiting: number
  /** Whether an error of the work means that its dependency is down. */
  readonly isDown: (error: unknown) => boolean
  /** Called for every rejected request. */
  readonly onRejected: () => void
}

export interface WaitingQueue {
  /**
   * Does the work now, or when its turn in the queue comes.
   * @param client whose works take turns with those of others, so that nobody keeps all others waiting.
   * @throws {Problem} `overloaded` after `MAX_WAIT_MS`, or at once if `maxWaiting` wait; the work has not begun then.
   */
  run<Result>(work: () => Promise<Result>, client?: string): Promise<Result>
  /** How many more may run or wait before further requests should wait outside of the queue. */
  room(): number
}

/**
 * With the work itself, a response comes within about a second: a client that has waited longer hardly needs it. While
 * more requests come than can be answered, each of them waits nearly this long.
 */
export const MAX_WAIT_MS = 800

export const RETRY_AFTER_SECONDS = 1

/** More need not wait here: an unparsed request waits at a tenth of the cost. */
const FEW_WAITING = 16

/** Half-open probes: this many requests run at once while the dependency is down. */
const HALF_OPEN_PROBES = 2

interface Waiting {
  readonly client: string
  start(): void
}

/**
 * A queue in front of work on the database: a few works run at once, the next ones wait for their turn, for `MAX_WAIT_MS` at
 * most. Clients take turns; the works of one keep their order.
 * While the dependency is down, only half-open probes run, as in a circuit breaker (Nygard, Release It!). After that,
 * each success raises the number of concurrent requests by one.
 */
export function createWaitingQueue(options: QueueOptions): WaitingQueue {
  const { maxRunning, maxWaiting, isDown, onRejected } = options
  const waiting = fairQueue<Waiting>()
  let running = 0
  let allowedAfterFailure = Infinity

  const free = (): number => Math.min(maxRunning, allowedAfterFailure) - running
  const startWaiting = (): void => {
    while (waiting.size > 0 && free() > 0) {
      running += 1
      waiting.takeNext()?.start()
    }
  }
  const turn = (client: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(entry)
        onRejected()
        reject(overloaded())
      }, MAX_WAIT_MS)
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const entry = { client, start }
      waiting.add(entry)
    })
  const perform = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work()
      allowedAfterFailure += 1
      return result
    } catch (error) {
      allowedAfterFailure = isDown(error) ? HALF_OPEN_PROBES : allowedAfterFailure + 1
      throw error
    } finally {
      running -= 1
      startWaiting()
    }
  }
  return {
    room: () => free() + FEW_WAITING - waiting.size,
    run(work, client = '') {
      if (free() > 0) {
        running += 1
        return perform(work)
      }
      if (waiting.size < maxWaiting) return turn(client).then(() => perform(work))
      onRejected()
      return Promise.reject(overloaded())
    },
  }
}

/** The problem of a rejected request. The work has not begun, so every request is safe to retry. */
export function overloaded(retryAfterSeconds = RETRY_AFTER_SECONDS): Problem {
  const detail = 'The service is overloaded. Try again in a moment.'
  return new Problem('overloaded', detail, { retryAfterSeconds })
}

import { Problem } from '../problems/problem.ts'

export interface LimiterOptions {
  /** Lower bound of the limit, however slow the work is. */
  readonly min: number
  /** The limit at the start. */
  readonly initial: number
  readonly max: number
  /** This many requests may queue, as long as each is expected to start in time. */
  readonly shortQueue: number
  /** A longer queue is full once its first request has waited this long, or a new one is expected to. */
  readonly maxQueueMs: number
  /** Queue timeout in the short queue: after it, no time would be left to do the work. */
  readonly shortQueueWaitMs: number
  /** Queue timeout of a request that joins a longer queue. */
  readonly longQueueWaitMs: number
  /** Whether an error of the work means that its dependency is down. */
  readonly isDown: (error: unknown) => boolean
  /** Called for every rejected request. */
  readonly onRejected: () => void
}

export interface ConcurrencyLimiter {
  /**
   * Does the work now, or when its turn in the queue comes.
   * @throws {Problem} `overloaded` instead of a long wait; the work has not begun then.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether a request that comes now is rejected. */
  isFull(): boolean
  /** Seconds until a retry is useful: each rejected request is given a later slot than the one before. */
  retryAfter(): number
}

/** The limit shrinks when work takes longer than this. */
const TARGET_MS = 80

/** Half-open probes: this many requests run at once while the dependency is down. */
const HALF_OPEN_PROBES = 2

/** Added to the limit when work completes within the target while other work is queued. */
const GROWTH = 0.1

/** Smoothing factor of the moving average of the time between two dequeues. */
const SMOOTHING = 0.1

/** The average is stale after a pause of this length. */
const AVERAGE_EXPIRY_MS = 1_000

const MIN_RETRY_MS = 1_000

/** Every second future slot is for a retry, so that new requests get the others. */
const SLOTS_PER_RETRY = 2

const MAX_RETRY_SECONDS = 30

interface QueuedWork {
  readonly since: number
  readonly begin: () => void
}

/**
 * An adaptive concurrency limiter: the limit follows latency, so that it fits any machine. Slow work lowers
 * it to the value of Little's law for the target latency; fast work raises it by additive increase. A burst
 * is queued. Under sustained overload, a short queue remains, whose requests still have time for their work.
 * All others are rejected at once, because a request that times out in the queue costs the most.
 * While the dependency is down, only half-open probes run, as in a circuit breaker (Nygard, Release It!).
 * After that, each success raises the number of concurrent requests by one.
 */
export function createLimiter(options: LimiterOptions): ConcurrencyLimiter {
  const { min, initial, max, shortQueue, maxQueueMs, shortQueueWaitMs, longQueueWaitMs } = options
  const { isDown, onRejected } = options
  const queue: QueuedWork[] = []
  let limit = initial
  let allowedAfterFailure = Infinity
  let running = 0
  let loweredAt = -Infinity
  let dequeuedAt = -Infinity
  let msPerDequeue = 0
  let retriesUntil = -Infinity

  const hasRoom = (): boolean => running < Math.min(Math.floor(limit), allowedAfterFailure)
  const isFull = (): boolean => {
    const [oldest] = queue
    if (oldest === undefined) return false
    const now = performance.now()
    const isKnown = now - dequeuedAt < AVERAGE_EXPIRY_MS
    const expectedMs = isKnown ? queue.length * msPerDequeue : 0
    if (queue.length < shortQueue) return expectedMs > shortQueueWaitMs
    return now - oldest.since > maxQueueMs || expectedMs > maxQueueMs
  }
  const recordDequeue = (since: number): void => {
    const now = performance.now()
    if (now - dequeuedAt > AVERAGE_EXPIRY_MS) msPerDequeue = 0
    msPerDequeue += (now - Math.max(dequeuedAt, since) - msPerDequeue) * SMOOTHING
    dequeuedAt = now
  }
  const adaptLimit = (began: number, concurrency: number): void => {
    const now = performance.now()
    const latency = now - began
    if (latency <= TARGET_MS) {
      if (queue.length > 0) limit = Math.min(max, limit + GROWTH)
    } else if (began > loweredAt && concurrency > limit / 2) {
      // By half at most: a single request may be slow for a reason of its own.
      limit = Math.max(min, limit / 2, Math.min(limit, (concurrency * TARGET_MS) / latency))
      loweredAt = now
    }
  }
  const dequeue = (): void => {
    while (hasRoom()) {
      const first = queue.shift()
      if (first === undefined) return
      running += 1
      recordDequeue(first.since)
      first.begin()
    }
  }
  const perform = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const concurrency = running
    try {
      const result = await work()
      allowedAfterFailure += 1
      return result
    } catch (error) {
      allowedAfterFailure = isDown(error) ? HALF_OPEN_PROBES : allowedAfterFailure + 1
      throw error
    } finally {
      running -= 1
      adaptLimit(began, concurrency)
      dequeue()
    }
  }
  const retryAfter = (): number => {
    const now = performance.now()
    retriesUntil = Math.max(retriesUntil, now + MIN_RETRY_MS) + SLOTS_PER_RETRY * msPerDequeue
    return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.floor((retriesUntil - now) / 1_000)))
  }
  const enqueue = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          queue.splice(queue.indexOf(queued), 1)
          onRejected()
          reject(overloaded(retryAfter()))
        },
        queue.length < shortQueue ? shortQueueWaitMs : longQueueWaitMs,
      )
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const queued = { since: performance.now(), begin }
      queue.push(queued)
    })
  return {
    isFull,
    retryAfter,
    run(work) {
      if (hasRoom()) {
        running += 1
        return perform(work)
      }
      if (!isFull()) return enqueue().then(() => perform(work))
      onRejected()
      return Promise.reject(overloaded(retryAfter()))
    },
  }
}

/** The problem of a rejected request. The work has not begun, so every request is safe to retry. */
export function overloaded(retryAfterSeconds: number): Problem {
  const detail = 'The service is overloaded. Try again in a moment.'
  return new Problem('overloaded', detail, { retryAfterSeconds })
}

import { Problem } from '../problems/problem.ts'

export interface LimiterOptions {
  /** The limit is never less, however long these take. */
  readonly min: number
  /** What it is at the beginning. */
  readonly initial: number
  readonly max: number
  /** So many may wait, as long as each can get its turn in time. */
  readonly shortQueue: number
  /** No more join a queue whose first has waited for so long, or in which they would wait for longer. */
  readonly maxQueueMs: number
  /** The longest that one of these waits: after it, no time would be left to do the work. */
  readonly shortQueueWaitMs: number
  /** The longest that a request waits that joins a longer queue. */
  readonly longQueueWaitMs: number
  /** Of an error that work has failed of: whether what it needs is away. */
  readonly isDown: (error: unknown) => boolean
  /** Told of every refusal. */
  readonly onRejected: () => void
}

/** What bounds the work under way. */
export interface ConcurrencyLimiter {
  /**
   * Does the work now, or in its turn.
   * @throws {Problem} `overloaded` in place of waiting for long; then the work has not begun.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether whoever comes now is refused. */
  isFull(): boolean
  /** In how many seconds to come again: each that is refused gets a later place, as far as that is known. */
  retryAfter(): number
}

/** The time that work under way may take before there is too much of it. */
const TARGET_MS = 80

/** So many are let in at once while what they need is away: those who find that it is back. */
const SCOUTS = 2

/** By which the limit grows with each that is done in time while others wait: about a tenth a turn. */
const GROWTH = 0.1

/** What the last turn counts for among those before it. */
const WEIGHT_OF_LAST = 0.1

/** Of a queue that has not moved for so long nothing is known. */
const FORGOTTEN_MS = 1_000

/** Nobody who is refused comes again earlier. */
const FIRST_RETRY_MS = 1_000

/** Of the turns to come, one in so many is for those who were refused before. */
const TURNS_EACH_RETRY = 2

const MAX_RETRY_SECONDS = 30

interface Waiting {
  readonly since: number
  readonly begin: () => void
}

/**
 * Bounds how much is under way by how long it takes, so that the bound is right on any machine: what
 * takes too long is divided by Little's law (as many as are done in the target time), and grows again
 * while there is room. A burst waits for its turn. Of a steady crowd, a few requests wait as long as there is
 * time to answer them, and the others are refused at once: a request that waits in vain has cost the most.
 * When a database comes back, it is asked for a little at first, and for one more with each that is done.
 */
export function createLimiter(options: LimiterOptions): ConcurrencyLimiter {
  const { min, initial, max, shortQueue, maxQueueMs, shortQueueWaitMs, longQueueWaitMs } = options
  const { isDown, onRejected } = options
  const queue: Waiting[] = []
  let limit = initial
  let atOnce = Infinity
  let underWay = 0
  let shrunkAt = -Infinity
  let turnAt = -Infinity
  let msEachTurn = 0
  let bookedUntil = -Infinity

  const hasRoom = (): boolean => underWay < Math.min(Math.floor(limit), atOnce)
  const isFull = (): boolean => {
    const [oldest] = queue
    if (oldest === undefined) return false
    const now = performance.now()
    const expectedMs = now - turnAt < FORGOTTEN_MS ? queue.length * msEachTurn : 0
    if (queue.length < shortQueue) return expectedMs > shortQueueWaitMs
    return now - oldest.since > maxQueueMs || expectedMs > maxQueueMs
  }
  /** How fast the queue moves, as long as there is one. */
  const noteTurn = (since: number): void => {
    const now = performance.now()
    if (now - turnAt > FORGOTTEN_MS) msEachTurn = 0
    msEachTurn += (now - Math.max(turnAt, since) - msEachTurn) * WEIGHT_OF_LAST
    turnAt = now
  }
  const adapt = (began: number, among: number): void => {
    const now = performance.now()
    const took = now - began
    if (took <= TARGET_MS) {
      if (queue.length > 0) limit = Math.min(max, limit + GROWTH)
    } else if (began > shrunkAt && among > limit / 2) {
      // No more than by half at once: a single one may have been slow for reasons of its own.
      limit = Math.max(min, limit / 2, Math.min(limit, (among * TARGET_MS) / took))
      shrunkAt = now
    }
  }
  const next = (): void => {
    while (hasRoom()) {
      const waiting = queue.shift()
      if (waiting === undefined) return
      underWay += 1
      noteTurn(waiting.since)
      waiting.begin()
    }
  }
  const perform = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const among = underWay
    try {
      const result = await work()
      atOnce += 1
      return result
    } catch (error) {
      atOnce = isDown(error) ? SCOUTS : atOnce + 1
      throw error
    } finally {
      underWay -= 1
      adapt(began, among)
      next()
    }
  }
  const retryAfter = (): number => {
    const now = performance.now()
    bookedUntil = Math.max(bookedUntil, now + FIRST_RETRY_MS) + TURNS_EACH_RETRY * msEachTurn
    return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.floor((bookedUntil - now) / 1_000)))
  }
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = setTimeout(
        () => {
          queue.splice(queue.indexOf(waiting), 1)
          onRejected()
          reject(overloaded(retryAfter()))
        },
        queue.length < shortQueue ? shortQueueWaitMs : longQueueWaitMs,
      )
      const begin = (): void => {
        clearTimeout(giveUp)
        resolve()
      }
      const waiting = { since: performance.now(), begin }
      queue.push(waiting)
    })
  return {
    isFull,
    retryAfter,
    run(work) {
      if (hasRoom()) {
        underWay += 1
        return perform(work)
      }
      if (!isFull()) return turn().then(() => perform(work))
      onRejected()
      return Promise.reject(overloaded(retryAfter()))
    },
  }
}

/** Nothing was done, so that anything may be sent again. */
export function overloaded(retryAfterSeconds: number): Problem {
  const detail = 'The service has more to do than it can. Try again in a moment.'
  return new Problem('overloaded', detail, { retryAfterSeconds })
}

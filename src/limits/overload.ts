import { isDatabaseDown } from '../database/failure.ts'
import { rejections } from './counts.ts'
import { createLimiter, type ConcurrencyLimiter, type LimiterOptions } from './gate.ts'
import { watchEventLoop } from './loop-load.ts'

/** What needs the database, by what it is mostly done with. */
export interface Limiters {
  /** The connection of the rounds. */
  readonly reads: ConcurrencyLimiter
  /** A connection of the pool for a whole transaction. */
  readonly writes: ConcurrencyLimiter
  /** A connection of the pool for a moment. */
  readonly credentials: ConcurrencyLimiter
}

export interface LoadShedder extends Limiters {
  /** Whether a request that only reads need not be looked at: it would be refused in the end. */
  isShedding(): boolean
  recordRejection(): void
  /** Has refusals told now and then: how many there were since the last time. */
  report(refused: (count: number) => void): void
  stop(): void
}

const TOLD_EVERY_MS = 10_000

type Bounds = Omit<LimiterOptions, 'isDown' | 'onRejected'>

/** What is read is mostly this process's own work, of which there is soon too much. */
export const READ_LIMITS: Bounds = {
  min: 4,
  initial: 24,
  max: 512,
  shortQueue: 16,
  maxQueueMs: 40,
  shortQueueWaitMs: 2_000,
  longQueueWaitMs: 80,
}

const CREDENTIALS: Bounds = {
  min: 16,
  initial: 64,
  max: 128,
  shortQueue: 16,
  maxQueueMs: 100,
  shortQueueWaitMs: 1_500,
  longQueueWaitMs: 250,
}

/** Connections that no writes take, so that who sends them can be found out meanwhile. */
const NOT_FOR_WRITES = 2

/** A write has a connection to itself, or waits here for one: for a row that others change, say. */
function writesOn(poolSize: number): Bounds {
  const max = Math.max(1, poolSize - NOT_FOR_WRITES)
  const limit = { min: max, initial: max, max }
  return {
    ...limit,
    shortQueue: 16,
    maxQueueMs: 300,
    shortQueueWaitMs: 1_500,
    longQueueWaitMs: 600,
  }
}

/**
 * Bounds what this process takes upon itself. While the database alone is slow, whatever does not need
 * it goes on as ever; once the process itself is too slow, reading requests are refused unread.
 * @param poolSize connections at most that writes and others share.
 */
export function createLoadShedder(poolSize: number): LoadShedder {
  const loop = watchEventLoop()
  let tell = (_count: number): void => {}
  let untold = 0
  let telling: NodeJS.Timeout | undefined
  const noteRefusal = (): void => {
    rejections.shed += 1
    untold += 1
    if (telling === undefined) tellNow()
  }
  const tellNow = (): void => {
    telling = undefined
    if (untold === 0) return
    tell(untold)
    untold = 0
    telling = setTimeout(tellNow, TOLD_EVERY_MS).unref()
  }
  const gate = (bounds: Bounds): ConcurrencyLimiter =>
    createLimiter({ ...bounds, isDown: isDatabaseDown, onRejected: noteRefusal })
  const reads = gate(READ_LIMITS)
  return {
    reads,
    writes: gate(writesOn(poolSize)),
    credentials: gate(CREDENTIALS),
    isShedding: () => loop.isLate() || (reads.isFull() && loop.isBusy()),
    recordRejection: noteRefusal,
    report(refused) {
      tell = refused
    },
    stop() {
      clearTimeout(telling)
      loop.stop()
    },
  }
}

import { isDatabaseAway } from '../database/failure.ts'
import { refusals } from './counts.ts'
import { createGate, type Gate, type GateOptions } from './gate.ts'
import { watchLoop } from './loop-load.ts'

/** What needs the database, by what it is mostly done with. */
export interface Gates {
  /** The connection of the rounds. */
  readonly reads: Gate
  /** A connection of the pool for a whole transaction. */
  readonly writes: Gate
  /** A connection of the pool for a moment. */
  readonly credentials: Gate
}

export interface Overload extends Gates {
  /** Whether a request that only reads need not be looked at: it would be refused in the end. */
  isShedding(): boolean
  noteRefusal(): void
  /** Has refusals told now and then: how many there were since the last time. */
  tell(refused: (count: number) => void): void
  stop(): void
}

const TOLD_EVERY_MS = 10_000

type Bounds = Omit<GateOptions, 'isAway' | 'onRefused'>

/** What is read is mostly this process's own work, of which there is soon too much. */
export const READS: Bounds = {
  least: 4,
  first: 24,
  most: 512,
  spared: 16,
  standingMs: 40,
  longestWaitMs: 2_000,
  crowdWaitMs: 80,
}

const CREDENTIALS: Bounds = {
  least: 16,
  first: 64,
  most: 128,
  spared: 16,
  standingMs: 100,
  longestWaitMs: 1_500,
  crowdWaitMs: 250,
}

/** Connections that no writes take, so that who sends them can be found out meanwhile. */
const NOT_FOR_WRITES = 2

/** A write has a connection to itself, or waits here for one: for a row that others change, say. */
function writesOn(poolSize: number): Bounds {
  const most = Math.max(1, poolSize - NOT_FOR_WRITES)
  const limit = { least: most, first: most, most }
  return { ...limit, spared: 16, standingMs: 300, longestWaitMs: 1_500, crowdWaitMs: 600 }
}

/**
 * Bounds what this process takes upon itself. While the database alone is slow, whatever does not need
 * it goes on as ever; once the process itself is too slow, reading requests are refused unread.
 * @param poolSize connections at most that writes and others share.
 */
export function watchOverload(poolSize: number): Overload {
  const loop = watchLoop()
  let tell = (_count: number): void => {}
  let untold = 0
  let telling: NodeJS.Timeout | undefined
  const noteRefusal = (): void => {
    refusals.shed += 1
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
  const gate = (bounds: Bounds): Gate =>
    createGate({ ...bounds, isAway: isDatabaseAway, onRefused: noteRefusal })
  const reads = gate(READS)
  return {
    reads,
    writes: gate(writesOn(poolSize)),
    credentials: gate(CREDENTIALS),
    isShedding: () => loop.isLate() || (reads.isFull() && loop.isBusy()),
    noteRefusal,
    tell(refused) {
      tell = refused
    },
    stop() {
      clearTimeout(telling)
      loop.stop()
    },
  }
}

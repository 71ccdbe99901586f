import { listsOf } from '../lists-of.ts'
import type { Lists } from '../reading.ts'
import { preload } from '../records/preload.ts'
import type { RecordMaker } from '../records/record-maker.ts'
import { Memory } from '../rounds/memory.ts'
import { startRounds, type Rounds, type RoundsOptions } from '../rounds/rounds.ts'

/** A server that repeats what the primary does, a little later, and what is remembered of it. */
export interface Replica {
  readonly lists: Lists
  readonly memory: Memory
  readonly rounds: Rounds
  /** Whether it may be read from. */
  readonly isWell: boolean
  setWell(isWell: boolean): void
}

/** Only the primary can store a text: a record that is not made yet is read there instead. */
export const UNMADE = new Error('A record is not made on the replica')

/**
 * Connects to a replica, which is not read from until it is known to be well.
 * @param records what was made lately for the primary, which is as good here.
 * @param onChange told when it is taken in or left out.
 */
export function openReplica(
  options: RoundsOptions,
  records: RecordMaker,
  maker: string,
  onChange: (isWell: boolean) => void,
): Replica {
  const memory = new Memory()
  const rounds = startRounds(options, memory)
  const made: RecordMaker = {
    made: (...wanted) => records.made(...wanted),
    make: () => Promise.reject(UNMADE),
  }
  // Waypoints that seem wrong are looked at where they can be mended.
  const lists = listsOf(rounds, made, maker, () => {})
  let well = false
  return {
    lists,
    memory,
    rounds,
    get isWell() {
      return well
    },
    setWell(isWell) {
      if (isWell === well) return
      well = isWell
      // Answers that were kept of it are not to be told any more.
      if (isWell) void preload(rounds).catch(() => {})
      else memory.forget()
      onChange(isWell)
    },
  }
}

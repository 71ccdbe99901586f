import type { Ask } from '../rounds/ask.ts'
import type { Rounds } from '../rounds/rounds.ts'
import { positionIn, PRIMARY_POSITION, REPLICA_POSITION } from './position-queries.ts'
import { Positions, type Position } from './positions.ts'
import type { Replica } from './replica.ts'

export interface WatchOptions {
  readonly primary: Rounds
  readonly replicas: readonly Replica[]
  readonly maxLagMs: number
}

const LONGEST_PERIOD_MS = 1_000

/**
 * Looks at all replicas every second, through the connections that are read from. One that does not
 * answer within that time, or has not replayed what it should have, is left out until it is well.
 * @returns what ends it.
 */
export function watchReplicas({ primary, replicas, maxLagMs }: WatchOptions): () => Promise<void> {
  const positions = new Positions(maxLagMs)
  const periodMs = Math.min(LONGEST_PERIOD_MS, maxLagMs / 2)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const lookAtPrimary = async (): Promise<void> => {
    const at = performance.now()
    const position = await positionOf(primary, PRIMARY_POSITION, periodMs)
    if (position !== undefined) positions.note(at, position)
  }

  const lookAt = async (replica: Replica): Promise<void> => {
    const position = await positionOf(replica.rounds, REPLICA_POSITION, periodMs)
    const required = positions.required(performance.now())
    const isWell = position !== undefined && required !== undefined && position >= required
    if (!isStopped) replica.setWell(isWell)
  }

  const turn = async (): Promise<void> => {
    await Promise.all([lookAtPrimary(), ...replicas.map(lookAt)])
    if (!isStopped) timer = setTimeout(begin, periodMs).unref()
  }

  let running = Promise.resolve()
  const begin = (): void => {
    running = turn()
  }

  begin()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}

/** Undefined when there is none, or no answer in time. */
function positionOf(rounds: Rounds, ask: Ask, withinMs: number): Promise<Position | undefined> {
  return new Promise((resolve) => {
    const end = (position?: Position): void => {
      clearTimeout(late)
      resolve(position)
    }
    const late = setTimeout(end, withinMs)
    rounds.join({
      records: 0,
      tracks: [],
      parts: [],
      asks: () => [ask],
      take: ([rows = []]) => end(positionIn(rows)),
      fail: () => end(),
    })
  })
}

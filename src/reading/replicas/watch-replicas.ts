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
    const position = await positionOf(primary, PRIMARY_POSITION, periodMs).catch(() => undefined)
    if (position !== undefined) positions.note(at, position)
  }

  const lookAt = async (replica: Replica): Promise<void> => {
    const reason = await positionOf(replica.rounds, REPLICA_POSITION, periodMs).then(faultOf, asIs)
    if (isStopped) return
    if (reason === undefined) replica.noteWell()
    else replica.noteUnwell(reason)
  }

  const faultOf = (position: Position | undefined): Error | undefined => {
    const required = positions.required(performance.now())
    if (position === undefined) return new Error('It is no replica, or none any more')
    if (required === undefined) return new Error('The primary has not been seen yet')
    if (position >= required) return undefined
    return new Error(`It lags more than ${maxLagMs} ms behind the primary`)
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

const asIs = (error: unknown): unknown => error

/**
 * @returns undefined when it has none.
 * @throws when it does not answer in time.
 */
function positionOf(rounds: Rounds, ask: Ask, withinMs: number): Promise<Position | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(late)
      reject(error)
    }
    const late = setTimeout(() => fail(new Error('It does not answer in time')), withinMs)
    rounds.join({
      records: 0,
      tracks: [],
      parts: [],
      asks: () => [ask],
      take: ([rows = []]) => {
        clearTimeout(late)
        resolve(positionIn(rows))
      },
      fail,
    })
  })
}

import type { Statement } from '../rounds/ask.ts'
import type { BatchScheduler } from '../rounds/rounds.ts'
import { lsnIn, PRIMARY_LSN, REPLICA_LSN } from './position-queries.ts'
import { LsnHistory, type Lsn } from './positions.ts'
import type { Replica } from './replica.ts'

export interface HealthCheckOptions {
  readonly primary: BatchScheduler
  readonly replicas: readonly Replica[]
  readonly maxLagMs: number
}

const LONGEST_PERIOD_MS = 1_000

/**
 * Looks at all replicas every second, through the connections that are read from. One that does not
 * answer within that time, or has not replayed what it should have, is left out until it is well.
 * @returns what ends it.
 */
export function startHealthChecks({
  primary,
  replicas,
  maxLagMs,
}: HealthCheckOptions): () => Promise<void> {
  const positions = new LsnHistory(maxLagMs)
  const periodMs = Math.min(LONGEST_PERIOD_MS, maxLagMs / 2)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const lookAtPrimary = async (): Promise<void> => {
    const at = performance.now()
    const position = await positionOf(primary, PRIMARY_LSN, periodMs).catch(() => undefined)
    if (position !== undefined) positions.record(at, position)
  }

  const lookAt = async (replica: Replica): Promise<void> => {
    const reason = await positionOf(replica.scheduler, REPLICA_LSN, periodMs).then(faultOf, asIs)
    if (isStopped) return
    if (reason === undefined) replica.markHealthy()
    else replica.markUnhealthy(reason)
  }

  const faultOf = (position: Lsn | undefined): Error | undefined => {
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
function positionOf(
  rounds: BatchScheduler,
  ask: Statement,
  withinMs: number,
): Promise<Lsn | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(late)
      reject(error)
    }
    const late = setTimeout(() => fail(new Error('It does not answer in time')), withinMs)
    rounds.enqueue({
      records: 0,
      orders: [],
      fragments: [],
      statements: () => [ask],
      accept: ([rows = []]) => {
        clearTimeout(late)
        resolve(lsnIn(rows))
      },
      reject: fail,
    })
  })
}

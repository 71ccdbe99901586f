import type { Statement, Rows } from '../batching/statement.ts'
import type { BatchScheduler } from '../batching/batch-scheduler.ts'
import type { Replica } from './replica.ts'

/**
 * Where the primary has been lately: what a replica has to have replayed so as not to lag too far. Its
 * own clock and what it has received do not tell: a replica that is cut off has received all that it
 * knows of.
 */
export class LsnHistory {
  readonly #maxLagMs: number
  #sightings: readonly Sighting[] = []

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  record(at: number, position: Lsn): void {
    this.#sightings = [...this.#recent(at), { at, position }]
  }

  /**
   * The least that will do now: where the primary was no longer ago than the lag that is allowed. When
   * it has not been seen for that long, where it was last; undefined as long as it has never been seen.
   */
  required(now: number): Lsn | undefined {
    return (this.#recent(now)[0] ?? this.#sightings.at(-1))?.position
  }

  #recent(now: number): readonly Sighting[] {
    return this.#sightings.filter(({ at }) => now - at <= this.#maxLagMs)
  }
}

/** How far the primary has written. */
const PRIMARY_LSN: Statement = {
  name: 'primary_position',
  text: `SELECT (pg_current_wal_lsn() - '0/0')::text`,
  values: [],
}

/** How far a replica has replayed; nothing of a server that is none, or none any more. */
const REPLICA_LSN: Statement = {
  name: 'replica_position',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END`,
  values: [],
}

interface HealthCheckOptions {
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

/** How far a server has come in the write-ahead log, in bytes. */
type Lsn = bigint

interface Sighting {
  /** In milliseconds, of performance.now(), before the primary was asked. */
  readonly at: number
  readonly position: Lsn
}

function lsnIn([row = []]: Rows): Lsn | undefined {
  const [text] = row
  return typeof text === 'string' ? BigInt(text) : undefined
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from '../../database/statement.ts'
import { readAlone, type BatchScheduler } from '../batching/batch-scheduler.ts'
import type { Replica } from './replica.ts'

const MAX_PERIOD_MS = 1_000

/** How far the primary has written its write-ahead log. */
const PRIMARY_LSN: Statement = {
  name: 'primary_lsn',
  text: `SELECT (pg_current_wal_lsn() - '0/0')::text`,
  values: [],
}

/** How far a replica has replayed the write-ahead log; null on a server that is not in recovery. */
const REPLICA_LSN: Statement = {
  name: 'replica_lsn',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END`,
  values: [],
}

const AHEAD = 'The replica has replayed what the primary has not written: it must be made anew'

/** A WAL position (log sequence number), in bytes. */
type Lsn = bigint

export interface LsnEntry {
  /** performance.now() before the primary was probed. */
  readonly at: number
  readonly lsn: Lsn
}

interface HealthCheckOptions {
  readonly primary: BatchScheduler
  readonly replicas: readonly Replica[]
  readonly maxLagMs: number
}

/**
 * Probes all replicas every second, through the connections that serve the reads. A replica that does not respond
 * within that time, lags behind the required LSN or is ahead of the primary is unhealthy until a later probe succeeds.
 * @returns stops the probes.
 */
export function startHealthChecks({
  primary,
  replicas,
  maxLagMs,
}: HealthCheckOptions): () => Promise<void> {
  const history = new LsnHistory(maxLagMs)
  const periodMs = Math.min(MAX_PERIOD_MS, maxLagMs / 2)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const probePrimary = async (): Promise<void> => {
    const at = performance.now()
    const lsn = await readLsn(primary, PRIMARY_LSN, periodMs).catch(() => undefined)
    if (lsn !== undefined) history.record(at, lsn)
  }

  const probe = async (
    replica: Replica,
    position: ReplicaPosition,
    primaryProbed: Promise<void>,
  ): Promise<void> => {
    const reason = await readLsn(replica.scheduler, REPLICA_LSN, periodMs).then(
      async (lsn) => {
        await primaryProbed
        const error = position.errorAt(lsn, history.last) ?? lagError(lsn)
        replica.isPrimary = lsn === undefined
        replica.lagBytes = lsn === undefined ? undefined : history.bytesBehind(lsn)
        return error
      },
      (error: unknown) => {
        // A primary that is lost is a server that is left out, which an alert tells.
        replica.isPrimary = false
        replica.lagBytes = undefined
        return error
      },
    )
    if (isStopped) return
    if (reason === undefined) replica.markHealthy()
    else replica.markUnhealthy(reason)
  }

  const lagError = (lsn: Lsn | undefined): Error | undefined => {
    const required = history.required(performance.now())
    if (lsn === undefined) return new Error('The server is not a replica: it is not in recovery')
    if (required !== undefined && lsn >= required) return undefined
    return new Error(`The replica lags more than ${maxLagMs} ms behind the primary`)
  }

  const probed = replicas.map((replica) => ({ replica, position: new ReplicaPosition() }))
  const probeAll = async (): Promise<void> => {
    const primaryProbed = probePrimary()
    await Promise.all([
      primaryProbed,
      ...probed.map(({ replica, position }) => probe(replica, position, primaryProbed)),
    ])
    if (!isStopped) timer = setTimeout(start, periodMs).unref()
  }

  let running = Promise.resolve()
  const start = (): void => {
    running = probeAll()
  }

  start()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}

/**
 * Recent LSNs of the primary, which determine the LSN that a replica must have replayed. A replica cannot report its own
 * lag: without a connection to the primary, it has replayed everything that it has received.
 */
export class LsnHistory {
  readonly #maxLagMs: number
  #entries: readonly LsnEntry[] = []

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  record(at: number, lsn: Lsn): void {
    this.#entries = [...this.#recent(at), { at, lsn }]
  }

  /**
   * The required LSN: the oldest LSN of the primary within the allowed lag; its last LSN when there is none that
   * recent; undefined before the first probe of the primary.
   */
  required(now: number): Lsn | undefined {
    return (this.#recent(now)[0] ?? this.#entries.at(-1))?.lsn
  }

  get last(): LsnEntry | undefined {
    return this.#entries.at(-1)
  }

  /** How far an LSN is behind the last one of the primary; undefined before the first probe of the primary. */
  bytesBehind(lsn: Lsn): number | undefined {
    const last = this.#entries.at(-1)?.lsn
    return last === undefined ? undefined : Math.max(0, Number(last - lsn))
  }

  #recent(now: number): readonly LsnEntry[] {
    return this.#entries.filter(({ at }) => now - at <= this.#maxLagMs)
  }
}

/**
 * Finds a replica that is ahead of the primary: the primary has become another server, or was restored to an earlier time. The
 * replica then has records that are lost, and replays no more until it is made anew.
 */
export class ReplicaPosition {
  /** performance.now() after the last probe; undefined before the first. */
  #at: number | undefined
  #lsn: Lsn = 0n
  /** Whether the primary has been asked after the replica. */
  #isCompared = false
  /** Where it was ahead: it still has the lost records when the primary has written as much. */
  #aheadAt: Lsn | undefined

  /**
   * @param lsn undefined for a server that is no replica.
   * @param primary the last probe of the primary, which says nothing of a position that was read later.
   * @returns why the replica cannot be read from.
   */
  errorAt(
    lsn: Lsn | undefined,
    primary: LsnEntry | undefined,
    now = performance.now(),
  ): Error | undefined {
    if (lsn === undefined) return undefined
    if (primary !== undefined && this.#at !== undefined && primary.at >= this.#at) {
      this.#isCompared = true
      if (this.#lsn > primary.lsn) this.#aheadAt = lsn
    }
    this.#at = now
    this.#lsn = lsn
    if (this.#aheadAt === lsn) return new Error(AHEAD)
    return this.#isCompared ? undefined : new Error('The LSN of the primary is not known yet')
  }
}

/** @throws when the server does not respond in time. */
async function readLsn(
  scheduler: BatchScheduler,
  statement: Statement,
  timeoutMs: number,
): Promise<Lsn | undefined> {
  const timeout = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error('The server does not respond in time')
  })
  const [[[text] = []] = []] = await Promise.race([readAlone(scheduler, [statement]), timeout])
  return typeof text === 'string' ? BigInt(text) : undefined
}

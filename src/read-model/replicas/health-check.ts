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

/** A WAL position (log sequence number), in bytes. */
type Lsn = bigint

interface LsnEntry {
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
 * within that time, or lags behind the required LSN, is unhealthy until a later probe succeeds.
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

  const probe = async (replica: Replica): Promise<void> => {
    const reason = await readLsn(replica.scheduler, REPLICA_LSN, periodMs).then(
      (lsn) => {
        replica.isPrimary = lsn === undefined
        replica.lagBytes = lsn === undefined ? undefined : history.bytesBehind(lsn)
        return lagError(lsn)
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
    if (required === undefined) return new Error('The LSN of the primary is not known yet')
    if (lsn >= required) return undefined
    return new Error(`The replica lags more than ${maxLagMs} ms behind the primary`)
  }

  const probeAll = async (): Promise<void> => {
    await Promise.all([probePrimary(), ...replicas.map(probe)])
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

  /** How far an LSN is behind the last one of the primary; undefined before the first probe of the primary. */
  bytesBehind(lsn: Lsn): number | undefined {
    const last = this.#entries.at(-1)?.lsn
    return last === undefined ? undefined : Math.max(0, Number(last - lsn))
  }

  #recent(now: number): readonly LsnEntry[] {
    return this.#entries.filter(({ at }) => now - at <= this.#maxLagMs)
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

import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { responseCacheCounts } from '../cache/response-cache.ts'
import type { FeedDelay } from '../feed/feed-queries.ts'
import type { sharedCounters } from '../limits/rejections.ts'
import type { ReplicaState } from '../read-model/replicas/replicas.ts'
import type { WebhookState } from '../webhooks/delivery-queries.ts'
import type { Worker } from '../work/worker.ts'
import { BUCKET_SECONDS, type OperationCounts, type RequestCounts } from '../http/request-counts.ts'
import type { BuildInfo } from './build-info.ts'

/** Connections of a pool (pg.Pool). */
export interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** The sources of the figures, read at each scrape. */
export interface MetricSources {
  readonly build: BuildInfo
  readonly requests: RequestCounts
  readonly pool: () => PoolCounts
  readonly rejections: () => { readonly shed: number; readonly limited: number }
  readonly cache: () => Readonly<typeof responseCacheCounts>
  readonly sharedLimiter: () => Readonly<typeof sharedCounters>
  readonly replicas: () => readonly ReplicaState[]
  /** Reads of the read model that wait for a batch. */
  readonly queuedReads: () => number
  /** The runs of background tasks. */
  readonly tasks: () => Worker['counts']
  /** Seconds since 1970, of the day of the newest exchange rates. */
  readonly ratesTime: () => Promise<number>
  readonly feedDelay: () => Promise<FeedDelay>
  readonly webhooks: () => Promise<WebhookState>
}

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

/** The values of a series, each with its labels. */
type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

interface Figure {
  readonly name: string
  readonly help: string
  readonly kind: typeof Counter | typeof Gauge
  readonly labelNames?: readonly string[]
  /** The samples, or the only one. */
  readonly value: () => number | Samples | Promise<number>
}

/** Metrics of the service, and those that Prometheus defines for its process. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  for (const figure of figuresOf(sources)) registry.registerMetric(metricOf(figure))
  registerBuildInfo(registry, sources.build)
  return {
    contentType: registry.contentType,
    async text() {
      return `${await registry.metrics()}\n${durationHistogram(sources.requests.operations)}`
    },
  }
}

/** Gauges of prom-client with the ending of a counter. Those without it count the same, by type. */
const MISNAMED = ['resources', 'handles', 'requests'].map((of) => `nodejs_active_${of}_total`)

function figuresOf(sources: MetricSources): readonly Figure[] {
  return [...requestFigures(sources), ...databaseFigures(sources), ...limitFigures(sources)]
}

function requestFigures({ requests, cache }: MetricSources): readonly Figure[] {
  return [
    {
      name: 'http_requests_total',
      help: 'Responses, by operation, method and status.',
      kind: Counter,
      labelNames: ['operation_id', 'method', 'status'],
      value: () =>
        requests.operations.flatMap(({ operationId, method, byStatus }) =>
          [...byStatus].map(
            ([status, count]) =>
              [{ operation_id: operationId, method, status: String(status) }, count] as const,
          ),
        ),
    },
    {
      name: 'response_validation_failures_total',
      help: 'Responses that were not sent because they violate the contract; must stay 0.',
      kind: Counter,
      value: () => requests.responseValidationFailures,
    },
    {
      name: 'validation_gap_total',
      help: 'Requests that passed validation and were rejected by the database; must stay 0.',
      kind: Counter,
      value: () => requests.validationGaps,
    },
    {
      name: 'response_cache_lookups_total',
      help: 'Lookups of the response cache, by result: hit, stale or miss.',
      kind: Counter,
      labelNames: ['result'],
      value: () => [
        [{ result: 'hit' }, cache().hits],
        [{ result: 'stale' }, cache().stale],
        [{ result: 'miss' }, cache().misses],
      ],
    },
    {
      name: 'response_cache_bytes',
      help: 'Approximate memory of the response cache at its last lookup.',
      kind: Gauge,
      value: () => cache().bytes,
    },
  ]
}

/** Figures of one scrape share a query, so that it needs one connection. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => (reading ??= read().finally(() => (reading = undefined)))
}

function databaseFigures(sources: MetricSources): readonly Figure[] {
  const { pool, queuedReads, replicas, ratesTime, tasks } = sources
  const [feedDelay, webhooks] = [shared(sources.feedDelay), shared(sources.webhooks)]
  const gauge = (name: string, help: string, value: Figure['value']): Figure => ({
    name,
    help,
    kind: Gauge,
    value,
  })
  const ofReplicas = (value: (state: ReplicaState) => number | undefined) => (): Samples =>
    replicas().map((state, index) => [{ replica: String(index + 1) }, value(state) ?? NaN])
  return [
    gauge('database_pool_connections', 'Connections of the pool.', () => pool().totalCount),
    gauge('database_pool_idle_connections', 'Idle connections.', () => pool().idleCount),
    gauge(
      'database_pool_waiting',
      'Callers that wait for a connection.',
      () => pool().waitingCount,
    ),
    gauge('read_model_queued_reads', 'Reads that wait for a batch.', queuedReads),
    gauge('reading_rounds_waiting', 'Deprecated: read_model_queued_reads.', queuedReads),
    gauge(
      'exchange_rates_newest_timestamp_seconds',
      'The day of the newest exchange rates, as its first second; 0 without rates.',
      ratesTime,
    ),
    gauge(
      'feed_delay_seconds',
      'Age of the oldest change that the changes of a list do not have yet.',
      async () => (await feedDelay()).seconds,
    ),
    gauge(
      'feed_waiting_records',
      'Records that are to be added to the changes of a list.',
      async () => (await feedDelay()).records,
    ),
    gauge(
      'webhook_delay_seconds',
      'For how long the oldest waiting message to a webhook has been due.',
      async () => (await webhooks()).delaySeconds,
    ),
    gauge(
      'webhooks_disabled',
      'Webhooks that the service has disabled, because their receivers failed or are gone.',
      async () => (await webhooks()).disabled,
    ),
    {
      ...gauge(
        'database_replica_healthy',
        'Whether a replica is read from, by its place in DATABASE_REPLICA_URLS.',
        ofReplicas(({ isHealthy }) => Number(isHealthy)),
      ),
      labelNames: ['replica'],
    },
    {
      ...gauge(
        'database_replica_lag_bytes',
        'Bytes of the write-ahead log that a replica had not replayed at the last probe.',
        ofReplicas(({ lagBytes }) => lagBytes),
      ),
      labelNames: ['replica'],
    },
    {
      name: 'background_task_runs_total',
      help: 'Runs of background tasks, by task and result: done or failed.',
      kind: Counter,
      labelNames: ['task', 'result'],
      value: () =>
        tasks().flatMap(({ task, done, failed }) => [
          [{ task, result: 'done' }, done] as const,
          [{ task, result: 'failed' }, failed] as const,
        ]),
    },
    {
      name: 'database_replica_reads_total',
      help: 'Reads that a replica was asked for.',
      kind: Counter,
      labelNames: ['replica'],
      value: ofReplicas(({ reads }) => reads),
    },
  ]
}

function limitFigures({ rejections, sharedLimiter }: MetricSources): readonly Figure[] {
  return [
    {
      name: 'requests_shed_total',
      help: 'Requests rejected by load shedding.',
      kind: Counter,
      value: () => rejections().shed,
    },
    {
      name: 'requests_limited_total',
      help: 'Requests rejected by a rate limit.',
      kind: Counter,
      value: () => rejections().limited,
    },
    {
      name: 'rate_limit_shared_up',
      help: 'Whether processes share the counters of the rate limit in Redis; absent without Redis.',
      kind: Gauge,
      labelNames: ['store'],
      value: () => {
        const { isUp } = sharedLimiter()
        return isUp === undefined ? [] : [[{ store: 'redis' }, Number(isUp)]]
      },
    },
    {
      name: 'rate_limit_shared_failures_total',
      help: 'Requests that Redis did not count, so that this process counted them alone.',
      kind: Counter,
      value: () => sharedLimiter().failures,
    },
  ]
}

function metricOf({ name, help, kind: Kind, labelNames = [], value }: Figure): Counter | Gauge {
  return new Kind({
    name,
    help,
    labelNames,
    registers: [],
    async collect(this: Counter | Gauge) {
      this.reset()
      const found = await value()
      const samples: Samples = typeof found === 'number' ? [[{}, found]] : found
      for (const [labels, count] of samples) this.inc(labels, count)
    },
  })
}

/** Always 1: its labels can be joined to any other metric. */
function registerBuildInfo(registry: Registry, build: BuildInfo): void {
  const gauge = new Gauge({
    name: 'build_info',
    help: 'The running program, by its labels; always 1.',
    labelNames: Object.keys(build),
    registers: [registry],
  })
  gauge.set({ ...build }, 1)
}

const DURATION = 'http_request_duration_seconds'

/**
 * A histogram in the text format of Prometheus, whose buckets are cumulative. prom-client accepts only single
 * durations, but here they are already counted by bucket.
 */
export function durationHistogram(operations: readonly OperationCounts[]): string {
  const lines = operations.flatMap(linesOf)
  const head = [
    `# HELP ${DURATION} From the head of a request to the end of its response, by operation and method.`,
    `# TYPE ${DURATION} histogram`,
  ]
  return [...head, ...lines, ''].join('\n')
}

function linesOf({ operationId, method, byDuration, seconds }: OperationCounts): string[] {
  let count = 0
  const label = `operation_id="${operationId}",method="${method}"`
  const buckets = byDuration.map((number, bucket) => {
    count += number
    return `${DURATION}_bucket{${label},le="${BUCKET_SECONDS[bucket] ?? '+Inf'}"} ${count}`
  })
  return [
    ...buckets,
    `${DURATION}_sum{${label}} ${seconds}`,
    `${DURATION}_count{${label}} ${count}`,
  ]
}

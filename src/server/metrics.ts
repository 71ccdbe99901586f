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
  /** Whether the process is ready for requests. */
  readonly isReady: () => Promise<boolean>
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
  /** Bytes; undefined without an archive. */
  readonly archiveLag: () => Promise<number | undefined>
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
  readonly labelNames: readonly string[]
  /** The samples, or the only one. */
  readonly value: (sources: MetricSources) => number | Samples | Promise<number | Samples>
}

/** Metrics of the service, and those that Prometheus defines for its process. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = processRegistry()
  // Figures of one scrape share a query, so that it needs one connection.
  const [feedDelay, webhooks] = [shared(sources.feedDelay), shared(sources.webhooks)]
  const scraped = { ...sources, feedDelay, webhooks }
  for (const figure of FIGURES) registry.registerMetric(metricOf(figure, scraped))
  // Always 1: its labels can be joined to any other metric.
  new Gauge({ ...BUILD_INFO, registers: [registry] }).set({ ...sources.build }, 1)
  return {
    contentType: registry.contentType,
    async text() {
      return `${await registry.metrics()}\n${durationHistogram(sources.requests.operations)}`
    },
  }
}

/** A metric as dashboards and alert rules see it. */
export interface DeclaredMetric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labelNames: readonly string[]
}

/** All metrics that the service declares, on every system. */
export function declaredMetrics(): readonly DeclaredMetric[] {
  return [
    ...processRegistry()
      .getMetricsAsArray()
      // The library gives each metric its type and its labels as well, but does not declare them.
      .map((metric) => metric as unknown as DeclaredMetric)
      .filter(({ name }) => !(name in OF_LINUX)),
    ...Object.entries(OF_LINUX).map(([name, help]) => declared(name, help, 'gauge')),
    ...FIGURES.map(({ name, help, kind, labelNames }) =>
      declared(name, help, kind === Counter ? 'counter' : 'gauge', labelNames),
    ),
    declared(BUILD_INFO.name, BUILD_INFO.help, 'gauge', BUILD_INFO.labelNames),
    declared(DURATION, DURATION_HELP, 'histogram', ['operation_id', 'method']),
  ].map(({ name, help, type, labelNames }) => ({ name, help, type, labelNames }))
}

function declared(
  name: string,
  help: string,
  type: DeclaredMetric['type'],
  labelNames: readonly string[] = [],
): DeclaredMetric {
  return { name, help, type, labelNames }
}

/** Metrics of the process that prom-client registers on Linux only. */
const OF_LINUX: Readonly<Record<string, string>> = {
  process_virtual_memory_bytes: 'Virtual memory size in bytes.',
  process_heap_bytes: 'Process heap size in bytes.',
  process_open_fds: 'Number of open file descriptors.',
  process_max_fds: 'Maximum number of open file descriptors.',
}

/** Gauges of prom-client with the ending of a counter. Those without it count the same, by type. */
const MISNAMED = ['resources', 'handles', 'requests'].map((of) => `nodejs_active_${of}_total`)

function processRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return registry
}

function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => (reading ??= read().finally(() => (reading = undefined)))
}

const figureOf =
  (kind: Figure['kind']) =>
  (
    name: string,
    help: string,
    value: Figure['value'],
    labelNames: readonly string[] = [],
  ): Figure => ({
    name,
    help,
    kind,
    labelNames,
    value,
  })

const [counter, gauge] = [figureOf(Counter), figureOf(Gauge)]

const ofReplicas =
  (value: (state: ReplicaState) => number | undefined): Figure['value'] =>
  ({ replicas }) =>
    replicas().map((state, index) => [{ replica: String(index + 1) }, value(state) ?? NaN])

const FIGURES: readonly Figure[] = [
  counter(
    'http_requests_total',
    'Responses, by operation, method and status.',
    ({ requests }) =>
      requests.operations.flatMap(({ operationId, method, byStatus }) =>
        [...byStatus].map(
          ([status, count]) =>
            [{ operation_id: operationId, method, status: String(status) }, count] as const,
        ),
      ),
    ['operation_id', 'method', 'status'],
  ),
  counter(
    'response_validation_failures_total',
    'Responses that were not sent because they violate the contract; must stay 0.',
    ({ requests }) => requests.responseValidationFailures,
  ),
  counter(
    'validation_gap_total',
    'Requests that passed validation and were rejected by the database; must stay 0.',
    ({ requests }) => requests.validationGaps,
  ),
  counter(
    'response_cache_lookups_total',
    'Lookups of the response cache, by result: hit, stale or miss.',
    ({ cache }) => [
      [{ result: 'hit' }, cache().hits],
      [{ result: 'stale' }, cache().stale],
      [{ result: 'miss' }, cache().misses],
    ],
    ['result'],
  ),
  gauge(
    'response_cache_bytes',
    'Approximate memory of the response cache at its last lookup.',
    ({ cache }) => cache().bytes,
  ),
  gauge('database_pool_connections', 'Connections of the pool.', ({ pool }) => pool().totalCount),
  gauge('database_pool_idle_connections', 'Idle connections.', ({ pool }) => pool().idleCount),
  gauge(
    'database_pool_waiting',
    'Callers that wait for a connection.',
    ({ pool }) => pool().waitingCount,
  ),
  gauge('read_model_queued_reads', 'Reads that wait for a batch.', ({ queuedReads }) =>
    queuedReads(),
  ),
  gauge('reading_rounds_waiting', 'Deprecated: read_model_queued_reads.', ({ queuedReads }) =>
    queuedReads(),
  ),
  // After those of reads and connections that wait: the probe has some of its own.
  gauge(
    'service_ready',
    'Whether the process is ready for requests, as /readyz reports it.',
    async ({ isReady }) => Number(await isReady()),
  ),
  gauge(
    'database_archive_lag_bytes',
    'Bytes of the write-ahead log that PostgreSQL has not archived; NaN without an archive.',
    async ({ archiveLag }) => (await archiveLag()) ?? NaN,
  ),
  gauge(
    'exchange_rates_newest_timestamp_seconds',
    'The day of the newest exchange rates, as its first second; 0 without rates.',
    ({ ratesTime }) => ratesTime(),
  ),
  gauge(
    'feed_delay_seconds',
    'Age of the oldest change that the changes of a list do not have yet.',
    async ({ feedDelay }) => (await feedDelay()).seconds,
  ),
  gauge(
    'feed_waiting_records',
    'Records that are to be added to the changes of a list.',
    async ({ feedDelay }) => (await feedDelay()).records,
  ),
  gauge(
    'webhook_delay_seconds',
    'For how long the oldest waiting message to a webhook has been due.',
    async ({ webhooks }) => (await webhooks()).delaySeconds,
  ),
  gauge(
    'webhooks_disabled',
    'Webhooks that the service has disabled, because their receivers failed or are gone.',
    async ({ webhooks }) => (await webhooks()).disabled,
  ),
  gauge(
    'database_replica_healthy',
    'Whether a replica is read from, by its place in DATABASE_REPLICA_URLS; without a value for a primary.',
    ofReplicas(({ isHealthy, isPrimary }) => (isPrimary ? undefined : Number(isHealthy))),
    ['replica'],
  ),
  gauge(
    'database_replica_lag_bytes',
    'Bytes of the write-ahead log that a replica had not replayed at the last probe.',
    ofReplicas(({ lagBytes }) => lagBytes),
    ['replica'],
  ),
  counter(
    'background_task_runs_total',
    'Runs of background tasks, by task and result: done or failed.',
    ({ tasks }) =>
      tasks().flatMap(({ task, done, failed }) => [
        [{ task, result: 'done' }, done] as const,
        [{ task, result: 'failed' }, failed] as const,
      ]),
    ['task', 'result'],
  ),
  counter(
    'database_replica_reads_total',
    'Reads that a replica was asked for.',
    ofReplicas(({ reads }) => reads),
    ['replica'],
  ),
  counter(
    'requests_shed_total',
    'Requests rejected by load shedding.',
    ({ rejections }) => rejections().shed,
  ),
  counter(
    'requests_limited_total',
    'Requests rejected by a rate limit.',
    ({ rejections }) => rejections().limited,
  ),
  gauge(
    'rate_limit_shared_up',
    'Whether processes share the counters of the rate limit in Redis; absent without Redis.',
    ({ sharedLimiter }) => {
      const { isUp } = sharedLimiter()
      return isUp === undefined ? [] : [[{ store: 'redis' }, Number(isUp)]]
    },
    ['store'],
  ),
  counter(
    'rate_limit_shared_failures_total',
    'Requests that Redis did not count, so that this process counted them alone.',
    ({ sharedLimiter }) => sharedLimiter().failures,
  ),
]

function metricOf(
  { name, help, kind: Kind, labelNames, value }: Figure,
  sources: MetricSources,
): Counter | Gauge {
  return new Kind({
    name,
    help,
    labelNames,
    registers: [],
    async collect(this: Counter | Gauge) {
      this.reset()
      const found = await value(sources)
      const samples: Samples = typeof found === 'number' ? [[{}, found]] : found
      for (const [labels, count] of samples) this.inc(labels, count)
    },
  })
}

const BUILD_INFO = {
  name: 'build_info',
  help: 'The running program, by its labels; always 1.',
  labelNames: [
    'version',
    'node_version',
    'contract_version',
    'revision',
  ] satisfies (keyof BuildInfo)[],
}

const DURATION = 'http_request_duration_seconds'

const DURATION_HELP =
  'From the head of a request to the end of its response, by operation and method.'

/**
 * A histogram in the text format of Prometheus, whose buckets are cumulative. prom-client accepts only single
 * durations, but here they are already counted by bucket.
 */
export function durationHistogram(operations: readonly OperationCounts[]): string {
  const lines = operations.flatMap(linesOf)
  const head = [`# HELP ${DURATION} ${DURATION_HELP}`, `# TYPE ${DURATION} histogram`]
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

import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
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
  /** Reads of the read model that wait for a batch. */
  readonly queuedReads: () => number
  /** Seconds since 1970, of the day of the newest exchange rates. */
  readonly ratesTime: () => Promise<number>
}

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

type Figure = readonly [name: string, help: string, value: () => number]
type SlowFigure = readonly [name: string, help: string, value: () => number | Promise<number>]

/** Metrics of the service, and those that Prometheus defines for its process. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(requestCounter(sources.requests))
  for (const figure of countersOf(sources)) registry.registerMetric(counterOf(figure))
  for (const figure of gaugesOf(sources)) registry.registerMetric(gaugeOf(figure))
  registerBuildInfo(registry, sources.build)
  return {
    contentType: registry.contentType,
    async text() {
      return `${await registry.metrics()}\n${durationHistogram(sources.requests.operations)}`
    },
  }
}

function requestCounter({ operations }: RequestCounts): Counter {
  return new Counter({
    name: 'http_requests_total',
    help: 'Responses, by operation and status.',
    labelNames: ['operation_id', 'status'],
    registers: [],
    collect() {
      this.reset()
      for (const [operation_id, { byStatus }] of operations) {
        for (const [status, count] of byStatus) this.inc({ operation_id, status }, count)
      }
    },
  })
}

function countersOf({ requests, rejections }: MetricSources): readonly Figure[] {
  return [
    [
      'response_validation_failures_total',
      'Responses that were not sent because they violate the contract; must stay 0.',
      () => requests.responseValidationFailures,
    ],
    [
      'validation_gap_total',
      'Requests that passed validation and were rejected by the database; must stay 0.',
      () => requests.validationGaps,
    ],
    ['requests_shed_total', 'Requests rejected by load shedding.', () => rejections().shed],
    ['requests_limited_total', 'Requests rejected by a rate limit.', () => rejections().limited],
  ]
}

function gaugesOf({ pool, queuedReads, ratesTime }: MetricSources): readonly SlowFigure[] {
  return [
    ['database_pool_connections', 'Connections of the pool.', () => pool().totalCount],
    ['database_pool_idle_connections', 'Idle connections of the pool.', () => pool().idleCount],
    ['database_pool_waiting', 'Callers that wait for a connection.', () => pool().waitingCount],
    ['read_model_queued_reads', 'Reads that wait for a batch.', queuedReads],
    ['reading_rounds_waiting', 'Deprecated: read_model_queued_reads.', queuedReads],
    [
      'exchange_rates_newest_timestamp_seconds',
      'The day of the newest exchange rates, as its first second; 0 without rates.',
      ratesTime,
    ],
  ]
}

function counterOf([name, help, value]: Figure): Counter {
  return new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset()
      this.inc(value())
    },
  })
}

function gaugeOf([name, help, value]: SlowFigure): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      this.set(await value())
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
export function durationHistogram(operations: ReadonlyMap<string, OperationCounts>): string {
  const lines = [...operations].flatMap(([operationId, counts]) => linesOf(operationId, counts))
  const head = [
    `# HELP ${DURATION} From the head of a request to the end of its response, by operation.`,
    `# TYPE ${DURATION} histogram`,
  ]
  return [...head, ...lines, ''].join('\n')
}

function linesOf(operationId: string, { byDuration, seconds }: OperationCounts): string[] {
  let count = 0
  const label = `operation_id="${operationId}"`
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

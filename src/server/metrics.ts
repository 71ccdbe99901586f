import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { BuildInfo } from './build-info.ts'
import { BUCKET_SECONDS, type RequestCounts, type OperationCounts } from '../http/request-counts.ts'

const NAME = 'http_request_duration_seconds'

/** Connections of a pool, and who waits for one (pg.Pool). */
export interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** What was refused before it was begun. */
export interface RejectionCounts {
  /** Because there was too much to do. */
  readonly shed: number
  /** Because its client had sent too much. */
  readonly limited: number
}

/** Where the figures are; each is looked at when the metrics are read. */
export interface MetricSources {
  readonly build: BuildInfo
  readonly requests: RequestCounts
  readonly pool: () => PoolCounts
  readonly refused: () => RejectionCounts
  /** Readers that wait for a round of reading to begin. */
  readonly roundsWaiting: () => number
}

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

/** Metrics of the service, and those of its process that Prometheus has names for. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(registry, sources)
  gaugePool(registry, sources)
  gaugeBuild(registry, sources)
  return {
    contentType: registry.contentType,
    async text() {
      return `${await registry.metrics()}\n${durationHistogram(sources.requests.operations)}`
    },
  }
}

interface Figure {
  readonly help: string
  readonly value: () => number
}

function countRequests(registry: Registry, { requests, refused }: MetricSources): void {
  registry.registerMetric(requestCounter(requests))
  const counters: Readonly<Record<string, Figure>> = {
    response_validation_failures_total: {
      help: 'Answers that were not sent because the contract does not allow them; must stay 0.',
      value: () => requests.responseValidationFailures,
    },
    validation_gap_total: {
      help: 'Requests that failed because the database refused what validation let through; must stay 0.',
      value: () => requests.validationGaps,
    },
    requests_shed_total: {
      help: 'Requests refused because there was too much to do.',
      value: () => refused().shed,
    },
    requests_limited_total: {
      help: 'Requests refused because their client had sent too many.',
      value: () => refused().limited,
    },
  }
  for (const [name, figure] of Object.entries(counters)) {
    registry.registerMetric(counterOf(name, figure))
  }
}

function requestCounter({ operations }: RequestCounts): Counter {
  return new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered, by operation and status.',
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

function counterOf(name: string, { help, value }: Figure): Counter {
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

function gaugePool(registry: Registry, { pool, roundsWaiting }: MetricSources): void {
  const gauges: Readonly<Record<string, Figure>> = {
    database_pool_connections: {
      help: 'Connections of the pool.',
      value: () => pool().totalCount,
    },
    database_pool_idle_connections: {
      help: 'Connections of the pool that nobody uses.',
      value: () => pool().idleCount,
    },
    database_pool_waiting: {
      help: 'Who waits for a connection of the pool.',
      value: () => pool().waitingCount,
    },
    reading_rounds_waiting: {
      help: 'Readers that wait for a round of reading to begin.',
      value: roundsWaiting,
    },
  }
  for (const [name, figure] of Object.entries(gauges)) {
    registry.registerMetric(gaugeOf(name, figure))
  }
}

function gaugeOf(name: string, { help, value }: Figure): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(value())
    },
  })
}

/** Always 1: the labels say what runs, and can be joined to any other metric. */
function gaugeBuild(registry: Registry, { build }: MetricSources): void {
  const gauge = new Gauge({
    name: 'build_info',
    help: 'The program that runs, by its labels; always 1.',
    labelNames: Object.keys(build),
    registers: [registry],
  })
  gauge.set({ ...build }, 1)
}

/**
 * A histogram in the text format of Prometheus: each bucket with all that is in the smaller ones.
 * By hand, because prom-client's takes one duration at a time and these have been added up.
 */
export function durationHistogram(operations: ReadonlyMap<string, OperationCounts>): string {
  const lines = [...operations].flatMap(([operationId, counts]) => linesOf(operationId, counts))
  const head = [
    `# HELP ${NAME} From the head of a request to the end of its answer, by operation.`,
    `# TYPE ${NAME} histogram`,
  ]
  return [...head, ...lines, ''].join('\n')
}

function linesOf(operationId: string, { byDuration, seconds }: OperationCounts): string[] {
  let count = 0
  const label = `operation_id="${operationId}"`
  const buckets = byDuration.map((number, bucket) => {
    count += number
    return `${NAME}_bucket{${label},le="${BUCKET_SECONDS[bucket] ?? '+Inf'}"} ${count}`
  })
  return [...buckets, `${NAME}_sum{${label}} ${seconds}`, `${NAME}_count{${label}} ${count}`]
}

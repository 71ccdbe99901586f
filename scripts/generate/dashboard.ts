import type { DeclaredMetric } from '../../src/server/metrics.ts'
import { expressionErrors } from './promql.ts'

/** Units of Grafana. */
type Unit = 's' | 'bytes' | 'percentunit' | 'reqps' | 'ops' | 'short' | 'bool'

interface Query {
  readonly expression: string
  /** Of a series; `{{label}}` is replaced by the value of the label. */
  readonly legend: string
}

interface Panel {
  readonly title: string
  readonly unit: Unit
  readonly queries: readonly Query[]
  /** Series are stacked, because their sum has a meaning. */
  readonly isStacked?: boolean
}

interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

/** The processes that the variables of the dashboard choose. */
const CHOSEN = 'job=~"$job",instance=~"$instance"'

/** @param matchers further conditions. */
const of = (metric: string, matchers?: string): string =>
  `${metric}{${[CHOSEN, matchers].filter(Boolean).join(',')}}`

const rate = (metric: string, matchers?: string): string =>
  `rate(${of(metric, matchers)}[$__rate_interval])`

const sum = (by: string, expression: string): string => `sum by (${by}) (${expression})`

/** The share of a counter that meets conditions: 0 while no series does, for which Prometheus would show nothing. */
const shareOf = (by: string, metric: string, matchers: string): string => {
  const all = sum(by, rate(metric))
  return `(${sum(by, rate(metric, matchers))} or ${all} * 0) / ${all}`
}

const INSTANCE = '{{instance}}'

/** A panel with the series of one expression. */
const panel = (title: string, unit: Unit, expression: string, legend: string): Panel => ({
  title,
  unit,
  queries: [{ expression, legend }],
})

const stacked = (each: Panel): Panel => ({ ...each, isStacked: true })

/** A panel with one figure of each process. */
const gauge = (title: string, unit: Unit, metric: string): Panel =>
  panel(title, unit, of(metric), INSTANCE)

/** A panel with the rate of a counter in each process. */
const counter = (title: string, unit: Unit, metric: string): Panel =>
  panel(title, unit, sum('instance', rate(metric)), INSTANCE)

/** Processes read these figures from the database that they share, so the largest value is that of all. */
const ofDatabase = (title: string, unit: Unit, metric: string): Panel =>
  panel(title, unit, `max by (job) (${of(metric)})`, '{{job}}')

const DURATION = 'http_request_duration_seconds_bucket'

/** Responses that begin only when something changes, and those that last as long as their request. */
const LONG = 'operation_id!~".*Changes|batch.*"'

const quantile = (share: number, by: string): string =>
  `histogram_quantile(${share}, ${sum(by, rate(DURATION, LONG))})`

const tasks = (title: string, matchers: string): Panel =>
  panel(title, 'ops', sum('task', rate('background_task_runs_total', matchers)), '{{task}}')

const ROWS: readonly Row[] = [
  {
    title: 'Requests',
    panels: [
      stacked(
        panel(
          'Requests by status',
          'reqps',
          sum('status', rate('http_requests_total')),
          '{{status}}',
        ),
      ),
      stacked(
        panel(
          'Requests by operation',
          'reqps',
          sum('operation_id, method', rate('http_requests_total')),
          '{{method}} {{operation_id}}',
        ),
      ),
      panel(
        'Share of responses with 5xx, by operation',
        'percentunit',
        shareOf('operation_id', 'http_requests_total', 'status=~"5.."'),
        '{{operation_id}}',
      ),
      {
        title: 'Rejected requests',
        unit: 'reqps',
        queries: [
          { expression: sum('job', rate('requests_shed_total')), legend: 'load shedding (503)' },
          { expression: sum('job', rate('requests_limited_total')), legend: 'rate limit (429)' },
        ],
      },
      {
        title: 'Faults of the service; must stay 0',
        unit: 'ops',
        queries: [
          {
            expression: sum('job', rate('response_validation_failures_total')),
            legend: 'responses that violate the contract',
          },
          {
            expression: sum('job', rate('validation_gap_total')),
            legend: 'requests that only the database rejected',
          },
        ],
      },
      gauge('Ready for requests', 'bool', 'service_ready'),
    ],
  },
  {
    title: 'Latency',
    panels: [
      {
        title: 'Latency of all operations, without long polls and batches',
        unit: 's',
        queries: [0.5, 0.9, 0.99].map((share) => ({
          expression: quantile(share, 'le'),
          legend: `p${share * 100}`,
        })),
      },
      panel('p99 by operation', 's', quantile(0.99, 'le, operation_id'), '{{operation_id}}'),
      panel(
        'Mean latency by method',
        's',
        `${sum('method', rate('http_request_duration_seconds_sum', LONG))} / ${sum('method', rate('http_request_duration_seconds_count', LONG))}`,
        '{{method}}',
      ),
    ],
  },
  {
    title: 'Event loop',
    panels: [
      gauge('Lag, p99', 's', 'nodejs_eventloop_lag_p99_seconds'),
      gauge('Lag, p50', 's', 'nodejs_eventloop_lag_p50_seconds'),
      panel(
        'Share of time in garbage collection',
        'percentunit',
        sum('instance, kind', rate('nodejs_gc_duration_seconds_sum')),
        '{{instance}} {{kind}}',
      ),
    ],
  },
  {
    title: 'Pool and queues',
    panels: [
      {
        title: 'Connections in use and open',
        unit: 'short',
        queries: [
          {
            expression: `${of('database_pool_connections')} - ${of('database_pool_idle_connections')}`,
            legend: `${INSTANCE} in use`,
          },
          { expression: of('database_pool_connections'), legend: `${INSTANCE} open` },
        ],
      },
      gauge('Callers that wait for a connection', 'short', 'database_pool_waiting'),
      gauge('Reads that wait for a batch', 'short', 'read_model_queued_reads'),
      panel(
        'Replicas that are read from',
        'bool',
        of('database_replica_healthy'),
        `${INSTANCE} replica {{replica}}`,
      ),
      panel(
        'Lag of replicas',
        'bytes',
        `max by (replica) (${of('database_replica_lag_bytes')})`,
        'replica {{replica}}',
      ),
      panel(
        'Reads of replicas',
        'ops',
        sum('replica', rate('database_replica_reads_total')),
        'replica {{replica}}',
      ),
    ],
  },
  {
    title: 'Response cache and shared counters',
    panels: [
      stacked(
        panel(
          'Lookups of the response cache',
          'ops',
          sum('result', rate('response_cache_lookups_total')),
          '{{result}}',
        ),
      ),
      gauge('Memory of the response cache', 'bytes', 'response_cache_bytes'),
      panel(
        'Requests that Redis did not count',
        'reqps',
        sum('instance', rate('rate_limit_shared_failures_total')),
        INSTANCE,
      ),
      gauge('Redis counts for all processes', 'bool', 'rate_limit_shared_up'),
    ],
  },
  {
    title: 'Documents and background tasks',
    panels: [
      tasks(
        'Refreshes of documents and of the offset index',
        'task=~"documents_of_.*|prices|offset_index",result="done"',
      ),
      tasks('Runs of tasks', 'result="done"'),
      tasks('Failed runs of tasks', 'result="failed"'),
      panel(
        'Age of the newest exchange rates',
        's',
        `time() - max by (job) (${of('exchange_rates_newest_timestamp_seconds')} > 0)`,
        '{{job}}',
      ),
    ],
  },
  {
    title: 'Archive',
    panels: [
      ofDatabase('Write-ahead log that is not archived', 'bytes', 'database_archive_lag_bytes'),
    ],
  },
  {
    title: 'Feeds and webhooks',
    panels: [
      ofDatabase('Delay of the feeds', 's', 'feed_delay_seconds'),
      ofDatabase('Records that the feeds do not have yet', 'short', 'feed_waiting_records'),
      ofDatabase('Delay of the oldest due message to a webhook', 's', 'webhook_delay_seconds'),
      ofDatabase('Disabled webhooks', 'short', 'webhooks_disabled'),
    ],
  },
  {
    title: 'Process',
    panels: [
      counter('Processor time, in cores', 'short', 'process_cpu_seconds_total'),
      gauge('Resident memory', 'bytes', 'process_resident_memory_bytes'),
      gauge('Heap in use', 'bytes', 'nodejs_heap_size_used_bytes'),
      gauge('Memory outside of the heap', 'bytes', 'nodejs_external_memory_bytes'),
      panel(
        'File descriptors in use',
        'percentunit',
        `${of('process_open_fds')} / ${of('process_max_fds')}`,
        INSTANCE,
      ),
      panel(
        'Time since the start',
        's',
        `(time() - ${of('process_start_time_seconds')}) * on (job, instance) group_left (version, revision) ${of('build_info')}`,
        '{{instance}} {{version}} {{revision}}',
      ),
    ],
  },
]

/** The grid of Grafana has 24 columns. */
const WIDTH = 8
const COLUMNS = 24
const HEIGHT = 8

const DATA_SOURCE = { type: 'prometheus', uid: '${datasource}' }

/**
 * The dashboard of Grafana.
 * @throws when a panel names a series or a label that is not declared.
 */
export function dashboard(metrics: readonly DeclaredMetric[]): object {
  const errors = ROWS.flatMap(({ panels }) => panels)
    .flatMap(({ queries }) => queries)
    .flatMap(({ expression }) => expressionErrors(expression, metrics))
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return {
    uid: 'art-marketplace-listing',
    title: 'Art Marketplace Listing Service',
    description: 'Made from the metrics of the service by `npm run generate`. Do not edit.',
    tags: ['art-marketplace'],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: variables() },
    panels: panelsOf(ROWS),
  }
}

function variables(): object[] {
  return [
    { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
    valuesOf('job', 'Job', 'build_info'),
    valuesOf('instance', 'Process', 'build_info{job=~"$job"}'),
  ]
}

/** A variable with the values of a label; all of them by default. */
function valuesOf(name: string, label: string, selector: string): object {
  const query = `label_values(${selector}, ${name})`
  return {
    name,
    label,
    type: 'query',
    datasource: DATA_SOURCE,
    query: { query, refId: name },
    definition: query,
    refresh: 2,
    sort: 1,
    multi: true,
    includeAll: true,
    current: { text: ['All'], value: ['$__all'] },
  }
}

function panelsOf(rows: readonly Row[]): object[] {
  let y = 0
  let id = 0
  return rows.flatMap(({ title, panels }) => {
    const head = { id: ++id, type: 'row', title, gridPos: { x: 0, y, w: COLUMNS, h: 1 } }
    const top = y + 1
    const inRow = COLUMNS / WIDTH
    y = top + Math.ceil(panels.length / inRow) * HEIGHT
    const placed = panels.map((each, at) => ({
      id: ++id,
      ...graph(each),
      gridPos: {
        x: (at % inRow) * WIDTH,
        y: top + Math.floor(at / inRow) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
    }))
    return [head, ...placed]
  })
}

function graph({ title, unit, queries, isStacked = false }: Panel): object {
  return {
    type: 'timeseries',
    title,
    datasource: DATA_SOURCE,
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        custom: isStacked ? { fillOpacity: 30, stacking: { mode: 'normal' } } : { fillOpacity: 0 },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: queries.map(({ expression, legend }, at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource: DATA_SOURCE,
      expr: expression,
      legendFormat: legend,
    })),
  }
}

/** The performance targets at 1,000,000 artworks and 100,000 events, by the keys of the findings. */
const TARGETS = {
  'same-page': { atLeast: 0.7 },
  'not-modified': { atLeast: 0.9 },
  'random-page': { atLeast: 0.1 },
  record: { atLeast: 0.25 },
  query: { atLeast: 0.9 },
  'json-gzip': { atLeast: 0.6 },
  'json-br': { atLeast: 0.5 },
  'html-gzip': { atLeast: 0.6 },
  'html-br': { atLeast: 0.5 },
  'crowd-256': { atLeast: 0.9 },
  'crowd-1024': { atLeast: 0.9 },
  'crowd-256-p99': { atMost: 2 },
  'crowd-1024-p99': { atMost: 2 },
  'above-capacity': { atLeast: 1 },
  reconnect: { atLeast: 0.5 },
  growth: { atMost: 1.3 },
  walk: { atMost: 30 },
  'walk-wrong': { atMost: 0 },
  filter: { atMost: 10 },
  'three-filters': { atMost: 40 },
  'filtered-depth': { atMost: 2 },
  writes: { atMost: 20 },
  'post-artwork': { atLeast: 0.35 },
  'post-event': { atLeast: 0.35 },
  batch: { atLeast: 20 },
  'batch-readers': { atMost: 25 },
  'batch-memory': { atMost: 100 },
  'snapshot-gzip': { atMost: 1 },
  'snapshot-br': { atMost: 1 },
  'snapshot-identity': { atMost: 1 },
  'snapshot-memory': { atMost: 50 },
  changes: { atMost: 2 },
  'listeners-memory': { atMost: 50 },
  'listeners-readers': { atMost: 5 },
  'feed-writers': { atMost: 5 },
  'feed-lag': { atMost: 1_000 },
  'feed-catch-up': { atMost: 300 },
  'feed-readers': { atLeast: 0.7 },
  release: { atLeast: 0.9 },
  rates: { atLeast: 0.7 },
  'rates-wait': { atMost: 250 },
  'rates-after': { atLeast: 0.9 },
  loaded: { atLeast: 0.4 },
  'loaded-minute': { atLeast: 0.9 },
  'states-errors': { atMost: 0 },
  memory: { atMost: 300 },
  start: { atMost: 1 },
} as const satisfies Record<string, { readonly atLeast: number } | { readonly atMost: number }>

type TargetName = keyof typeof TARGETS

/** The text of a value. */
const UNITS = {
  share: (value: number) => `${value.toFixed(3)} of plain`,
  'of uncompressed': (value: number) => `${value.toFixed(2)} of uncompressed`,
  'of unlimited': (value: number) => `${value.toFixed(2)} of unlimited`,
  'of one query': (value: number) => `${value.toFixed(2)} of one query`,
  'of ordinary': (value: number) => `${value.toFixed(2)} of an ordinary second`,
  times: (value: number) => `${value.toFixed(2)} times`,
  seconds: (value: number) => `${value.toFixed(2)} s`,
  megabytes: (value: number) => `${grouped(value)} MB`,
  'per cent': (value: number) => `${value.toFixed(1)} %`,
  artworks: (value: number) => grouped(value),
  'of warm': (value: number) => `${value.toFixed(2)} of warm`,
  milliseconds: (value: number) => `${value.toFixed(0)} ms`,
  responses: (value: number) => grouped(value),
  'a core': (value: number) => `${grouped(value)} a core`,
  connections: (value: number) => grouped(value),
  bytes: (value: number) => `${grouped(value)} bytes`,
} as const

export type Unit = keyof typeof UNITS

/** One line of the report. */
export interface Finding {
  /** Identifies the finding in comparisons and targets. */
  readonly key: string
  readonly what: string
  /** The text beside the value. */
  readonly measured: string
  readonly value: number
  readonly unit: Unit
}

export interface PartResult {
  readonly findings: readonly Finding[]
  /** Descriptions of failures that invalidate the figures. */
  readonly failures: readonly string[]
  /** Everything, for the JSON file. */
  readonly details: unknown
}

export function valueText({ value, unit }: Pick<Finding, 'value' | 'unit'>): string {
  return UNITS[unit](value)
}

export function targetText({ key, unit }: Finding): string {
  const target = TARGETS[key as TargetName]
  if (target === undefined) return ''
  return 'atLeast' in target
    ? `at least ${valueText({ value: target.atLeast, unit })}`
    : `at most ${valueText({ value: target.atMost, unit })}`
}

/** Undefined without a target. */
export function isMet({ key, value }: Finding): boolean | undefined {
  const target = TARGETS[key as TargetName]
  if (target === undefined) return undefined
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

/** Rounded, with commas between thousands. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}

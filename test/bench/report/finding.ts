import { TARGETS, type TargetName } from './targets.ts'

/** The text of a value. */
const UNITS = {
  share: (value: number) => `${value.toFixed(3)} of plain`,
  times: (value: number) => `${value.toFixed(2)} times`,
  seconds: (value: number) => `${value.toFixed(2)} s`,
  megabytes: (value: number) => `${grouped(value)} MB`,
  'a second': (value: number) => `${grouped(value)} a second`,
  'per cent': (value: number) => `${value.toFixed(1)} %`,
  artworks: (value: number) => grouped(value),
  'of warm': (value: number) => `${value.toFixed(2)} of warm`,
  milliseconds: (value: number) => `${value.toFixed(0)} ms`,
  answers: (value: number) => grouped(value),
  stale: (value: number) => `${grouped(value)} stale`,
} as const

export type Unit = keyof typeof UNITS

/** One line of the report. */
export interface Finding {
  /** By which runs are compared; targets are kept by it. */
  readonly key: string
  readonly what: string
  /** In words, beside the value. */
  readonly measured: string
  readonly value: number
  readonly unit: Unit
}

/** The result of a part. */
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

/** Undefined where there is no target. */
export function isMet({ key, value }: Finding): boolean | undefined {
  const target = TARGETS[key as TargetName]
  if (target === undefined) return undefined
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

/** Rounded, with commas between thousands. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}

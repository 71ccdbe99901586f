import type { BenchOptions } from '../options.ts'
import { isMet, type Finding } from './finding.ts'
import type { Machine } from './machine.ts'

export type Settings = Pick<
  BenchOptions,
  'artworks' | 'events' | 'seconds' | 'rounds' | 'connections' | 'only'
>

/** The results of a run, as in the JSON file. */
export interface Report {
  readonly date: string
  readonly machine: Machine
  readonly settings: Settings
  readonly findings: readonly Finding[]
  /** Descriptions of failures that invalidate some figures. */
  readonly failures: readonly string[]
  /** All measurements, by part. */
  readonly details: Readonly<Record<string, unknown>>
}

export function missedTargets({ findings }: Report): readonly Finding[] {
  return findings.filter((finding) => isMet(finding) === false)
}

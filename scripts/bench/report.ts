import { availableParallelism, cpus } from 'node:os'
import type { Figures } from './figures.ts'
import type { BenchOptions } from './options.ts'

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly node: string
  readonly postgresql: string
}

/** Everything that a run found, as it goes into the JSON file. */
export interface Report {
  readonly date: string
  readonly machine: Machine
  readonly settings: Omit<BenchOptions, 'output'>
  /** How many artworks the public sees. */
  readonly listed: number
  readonly cases: readonly Figures[]
  /** Of the service's process, at the end. */
  readonly serviceRssBytes: number
}

export function describeMachine(postgresql: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    node: process.versions.node,
    postgresql,
  }
}

const COLUMNS = '| case | req/s | p50 ms | p99 ms | of the limit | bytes | errors |'
const ALIGNMENT = '| --- | ---: | ---: | ---: | ---: | ---: | ---: |'

/** The report as Markdown, to be pasted into the README. */
export function reportMarkdown({ machine, settings, listed, cases, ...rest }: Report): string {
  const { artworks, connections, rounds, seconds } = settings
  return [
    `${grouped(artworks)} artworks (${grouped(listed)} of them listed), ${connections} connections, ` +
      `medians of ${rounds} rounds of ${seconds} s each.`,
    `${machine.cores} cores (${machine.processor}) for service, database and load together; ` +
      `Node ${machine.node}, PostgreSQL ${machine.postgresql}. ` +
      `One process; its memory at the end: ${grouped(rest.serviceRssBytes / 2 ** 20)} MiB.`,
    '',
    COLUMNS,
    ALIGNMENT,
    ...cases.map(tableRow),
  ].join('\n')
}

function tableRow(figures: Figures): string {
  const { name, requestsPerSecond, p50Ms, p99Ms, ofLimit, bytesPerResponse, errors } = figures
  const cells = [
    name,
    grouped(requestsPerSecond),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    ofLimit.toFixed(3),
    grouped(bytesPerResponse),
    grouped(errors),
  ]
  return `| ${cells.join(' | ')} |`
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}

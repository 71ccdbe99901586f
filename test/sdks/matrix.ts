import type { SdkOutcome } from './check-sdk.ts'
import { DOCUMENT_VERSIONS } from './documents.ts'
import type { State } from './outcome.ts'
import type { Sdk } from './sdk.ts'

export interface CheckedSdk {
  readonly sdk: Sdk
  readonly outcome: SdkOutcome
}

const HEADER = [
  'generator',
  'version',
  'language',
  ...DOCUMENT_VERSIONS.flatMap((version) => [`${version} compiles`, `${version} runs`]),
  'note',
]

/** Generators by documents: a row each, the first of headings. */
export function matrix(checked: readonly CheckedSdk[]): string[][] {
  return [HEADER, ...checked.map(rowOf)]
}

function rowOf({ sdk, outcome }: CheckedSdk): string[] {
  const states = DOCUMENT_VERSIONS.map((version) => outcome[version])
  const cells = states.flatMap(({ compiles, runs }) => [compiles.state, runs.state])
  const refusals = Object.entries(sdk.unsupported ?? {}).map(
    ([version, why]) => `${version}: ${why}`,
  )
  const skips = states.flatMap(({ compiles: { state, reason } }) =>
    state === 'skipped' ? [`skipped: ${reason}`] : [],
  )
  const limits = sdk.parsedOnly === undefined ? [] : [sdk.parsedOnly]
  const note = [sdk.note, ...limits, ...refusals, ...new Set(skips)].join('; ')
  return [sdk.generator, sdk.version, sdk.language, ...cells, note]
}

/** Rows as text in columns. */
export function plainTable(rows: readonly (readonly string[])[]): string {
  return padded(rows)
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}

/** Rows as a table of Markdown, as prettier sets it. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)))
  const [header = [], ...body] = padded(escaped)
  const rule = header.map((cell) => '-'.repeat(cell.length))
  return [header, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function padded(rows: readonly (readonly string[])[]): string[][] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
}

export interface Summary {
  readonly failed: number
  readonly skipped: number
  /** The last that is printed: `.ci/run` adds up the counts at its start. */
  readonly line: string
}

/** Counts what was compiled, parsed and run; `unsupported` and `untried` are neither good nor bad. */
export function summary(outcomes: readonly SdkOutcome[]): Summary {
  const clients = outcomes.flatMap((outcome) => Object.values(outcome))
  const states = clients.flatMap(({ compiles, runs }) => [compiles.state, runs.state])
  const count = (wanted: State): number => states.filter((state) => state === wanted).length
  const failed = count('failed')
  const skipped = count('skipped')
  return {
    failed,
    skipped,
    line: `${count('passed') + count('parsed')} passed, ${failed} failed, ${skipped} skipped`,
  }
}

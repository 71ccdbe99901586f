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

/** A header, and a row for each generator. */
export function matrix(checked: readonly CheckedSdk[]): string[][] {
  return [HEADER, ...checked.map(rowOf)]
}

function rowOf({ sdk, outcome }: CheckedSdk): string[] {
  const states = DOCUMENT_VERSIONS.map((version) => outcome[version])
  const cells = states.flatMap(({ compiles, runs }) => [compiles.state, runs.state])
  const unsupported = Object.entries(sdk.unsupported ?? {}).map(
    ([version, why]) => `${version}: ${why}`,
  )
  const skips = states.flatMap(({ compiles: { state, reason } }) =>
    state === 'skipped' ? [`skipped: ${reason}`] : [],
  )
  const limits = sdk.parsedOnly === undefined ? [] : [sdk.parsedOnly]
  const batches = sdk.noBatch === undefined ? [] : [`no batches: ${sdk.noBatch}`]
  const note = [sdk.note, ...limits, ...batches, ...unsupported, ...new Set(skips)].join('; ')
  return [sdk.generator, sdk.version, sdk.language, ...cells, note]
}

/** Rows as text in columns. */
export function plainTable(rows: readonly (readonly string[])[]): string {
  return padded(rows)
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}

/** Rows as a Markdown table in the format of oxfmt. */
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
  /** The last line of output, whose counts `.ci/run` sums up. */
  readonly line: string
}

/** Counts compiled, parsed and run clients; ignores `unsupported` and `untried`. */
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

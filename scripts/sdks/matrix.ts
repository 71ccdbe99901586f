import { DOCUMENTS } from './documents.ts'
import type { Generator } from './generator.ts'
import type { ClientOutcome } from './outcome.ts'

const HEADER = [
  'generator',
  'version',
  ...Object.keys(DOCUMENTS).flatMap((version) => [`${version} compiles`, `${version} runs`]),
  'note',
]

export interface CheckedGenerator {
  readonly generator: Generator
  /** In the order of DOCUMENTS. */
  readonly outcomes: readonly ClientOutcome[]
}

/** Generators by documents, as text in columns. */
export function matrix(checked: readonly CheckedGenerator[]): string {
  const rows = checked.map(({ generator: { name, version, note }, outcomes }) => [
    name,
    version,
    ...outcomes.flatMap(({ compiles, runs }) => [compiles.state, runs.state]),
    note,
  ])
  return table([HEADER, ...rows])
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

import { DOCUMENTS, type Outcome } from './check-generator.ts'
import type { Generator } from './generator.ts'

const HEADER = [
  'generator',
  'version',
  ...Object.keys(DOCUMENTS).map((v) => `${v} document`),
  'note',
]

export interface CheckedGenerator {
  readonly generator: Generator
  readonly outcomes: readonly Outcome[]
}

/** Generators by documents, as text in columns. */
export function matrix(checked: readonly CheckedGenerator[]): string {
  const rows = checked.map(({ generator: { name, version, note }, outcomes }) => [
    name,
    version,
    ...outcomes.map(({ state }) => state),
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

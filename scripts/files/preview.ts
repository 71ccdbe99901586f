import { styleText } from 'node:util'
import type { FileKind } from './file-kinds.ts'
import type { Line } from './line.ts'
import { shorten } from './row.ts'

/** Rows that a preview reads and shows. */
export const PREVIEW_ROWS = 3

const MAX_WIDTH = 32

/**
 * The first records as they would be stored: a line for each field, and a column for each record. In colour where
 * standard output is a terminal that wants it.
 */
export function previewText(
  { noun }: FileKind,
  lines: readonly (readonly [Line, Readonly<Record<string, string>>])[],
): string {
  const records = lines.map(([{ no, body }, shown]) => {
    const { [noun]: fields, ...members } = body
    return new Map([
      ['line', String(no)],
      ...valuesOf(members),
      ...valuesOf({ ...(fields as object | undefined), ...shown }),
    ])
  })
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))]
  const width = Math.max(...names.map((name) => name.length))
  return names
    .map((name) => {
      const cells = records.map((record) =>
        shorten(record.get(name) ?? '', MAX_WIDTH).padEnd(MAX_WIDTH),
      )
      const heading = styleText('cyan', name.padEnd(width), { stream: process.stdout })
      return `  ${heading}  ${cells.join('  ')}`.trimEnd()
    })
    .join('\n')
}

function valuesOf(object: object): [string, string][] {
  return Object.entries(object).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}

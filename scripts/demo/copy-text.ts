/** What a column of a copied row can hold. */
export type CopyValue = string | number | boolean | null
/** A row to copy: its keys are the columns, in the order of the values. */
export type CopyRow = Readonly<Record<string, CopyValue>>

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

/** One line of PostgreSQL's COPY text format. */
export function copyLine(row: object): string {
  let line = ''
  for (const value of Object.values(row) as CopyValue[]) line += `${copyField(value)}\t`
  return `${line.slice(0, -1)}\n`
}

function copyField(value: CopyValue): string | number {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number' || !SPECIAL.test(value)) return value
  return value.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter)
}

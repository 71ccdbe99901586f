import { lineText, readLines, type Line } from './read-lines.ts'
import { Rejection, type Fields, type Row, type RowFormat } from './row.ts'

/** One JSON object a line; rows of the expected kind have all the `keys`. */
export function ndjson(keys: readonly string[]): RowFormat {
  return {
    rows: readObjects,
    recognises: (row) => 'fields' in row && keys.every((key) => Object.hasOwn(row.fields, key)),
  }
}

async function* readObjects(chunks: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  for await (const line of readLines(chunks)) {
    const row = readRow(line)
    if (row !== undefined) yield row
  }
}

/** Undefined for a blank line, which is no row. */
function readRow(line: Line): Row | undefined {
  try {
    const text = lineText(line).trim()
    return text === '' ? undefined : { line: line.number, fields: parseObject(text) }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { line: line.number, defect: error.message }
  }
}

function parseObject(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Rejection('the line is not valid JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new Rejection('the line is JSON, but not an object')
}

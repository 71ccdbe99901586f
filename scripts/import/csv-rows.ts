import { readCsvRecords, type CsvRecord } from './csv-records.ts'
import { UnexpectedContent, type Row, type RowFormat } from './row.ts'

type IsHeader = (columns: readonly string[]) => boolean

/** A header and one record a row; `isHeader` tells whether the columns are the expected ones. */
export function csv(isHeader: IsHeader): RowFormat {
  return {
    rows: (chunks) => readRows(chunks, isHeader),
    recognises: () => true,
  }
}

async function* readRows(chunks: AsyncIterable<Buffer>, isHeader: IsHeader): AsyncGenerator<Row> {
  let columns: readonly string[] | undefined
  for await (const record of readCsvRecords(chunks)) {
    if (columns === undefined) columns = readHeader(record, isHeader)
    else yield readRow(record, columns)
  }
}

function readHeader(record: CsvRecord, isHeader: IsHeader): readonly string[] {
  const columns = 'cells' in record ? record.cells.map((cell) => cell.trim()) : []
  if (!isHeader(columns)) throw new UnexpectedContent('the header is not the expected one')
  return columns
}

function readRow(record: CsvRecord, columns: readonly string[]): Row {
  if ('defect' in record) return record
  const { line, cells } = record
  if (cells.length !== columns.length) {
    return { line, defect: `has ${cells.length} cells, but the header has ${columns.length}` }
  }
  return { line, fields: Object.fromEntries(columns.map((name, index) => [name, cells[index]])) }
}

import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { importRates } from '../../src/exchange-rates/import-rates.ts'
import { readRateFile } from '../../src/exchange-rates/rate-file.ts'
import type { Expectation } from './check-file.ts'
import type { Counts, RunOptions } from './import-run.ts'
import { ImportError, UnexpectedContent, type Row } from './row.ts'

/** The European Central Bank's reference rates, its history as well as its daily file. */
export const rateFile: Expectation = {
  content: 'euro reference rates of the ECB, CSV with the columns Date, USD, JPY, ...',
  format: { rows: readRows, recognises: () => true },
}

/** Only to recognise the file and count its rows, before there is a database: no date is in the future yet. */
async function* readRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  const { rowCount } = readRateFile(await textOf(chunks), LAST_DAY)
  for (let row = 0; row < rowCount; row += 1) yield { line: row, fields: {} }
}

const LAST_DAY = '9999-12-31'

/** Imports the rows without a defect, and reports the others. @throws {ImportError} for a rate that jumps. */
export async function importRateFile(
  trx: Transaction<Database>,
  chunks: AsyncIterable<Buffer>,
  allowsJumps: boolean,
  { onRejected, onProgress }: RunOptions,
): Promise<Counts> {
  const { file, changes } = await importRates(trx, await textOf(chunks), {
    check: ({ defects }) => {
      for (const { line, date, reason } of defects) onRejected?.({ line, externalId: date, reason })
    },
    allowsJumps,
    onJump: (detail) =>
      new ImportError(`${detail} Nothing was imported. If that is right, add --allow-jumps.`),
  })
  const { rowCount, defects } = file
  onProgress?.(rowCount, rowCount)
  const [imported, rejected] = [changes.days, defects.length]
  return { read: rowCount, imported, unchanged: rowCount - imported - rejected, rejected }
}

/** The whole history has less than 2 MB; another file must not fill the memory. */
const MAX_BYTES = 64 * 1_048_576

/** The text without a byte order mark. What is not UTF-8 is no rate either. */
async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > MAX_BYTES) throw new UnexpectedContent('the file is too long')
    parts.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

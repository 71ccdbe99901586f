import { importRates } from '../../src/exchange-rates/import-rates.ts'
import { readRateFile } from '../../src/exchange-rates/rate-file.ts'
import type { Step } from '../files/import-plan.ts'
import { openFile } from '../files/open-file.ts'
import { ImportError, type Row } from '../files/row.ts'
import { checkFile, UnexpectedContent, type Expectation } from './check-file.ts'

/** The European Central Bank's reference rates, its history as well as its daily file. */
const RATE_FILE: Expectation = {
  content: 'euro reference rates of the ECB, CSV with the columns Date, USD, JPY, ...',
  rows: readRows,
  recognises: () => true,
}

/** Only to recognise the file and count its rows, before there is a database: no date is in the future yet. */
async function* readRows(file: string): AsyncGenerator<Row> {
  const { rowCount } = readRateFile(await textOf(file), LAST_DAY)
  for (let row = 0; row < rowCount; row += 1) yield { line: row, fields: {} }
}

const LAST_DAY = '9999-12-31'

/**
 * New rates have every price converted, so a file of rates is one transaction. Its wrong rows are reported, and the others
 * imported.
 */
export async function planRates(
  { file: path, allowsJumps = false }: { readonly file: string; readonly allowsJumps?: boolean },
  signal?: AbortSignal,
): Promise<Step> {
  await checkFile(path, RATE_FILE, signal)
  return {
    source: 'rates',
    async run(session, { onRejected, onProgress }) {
      const text = await textOf(path)
      const { file, changes } = await session.transaction().execute((trx) =>
        importRates(trx, text, {
          check: ({ defects }) => {
            for (const { line, date, reason } of defects)
              onRejected?.({ line, externalId: date, reason })
          },
          allowsJumps,
          onJump: (detail) =>
            new ImportError(`${detail} Nothing was imported. If that is right, add --allow-jumps.`),
        }),
      )
      const { rowCount, defects } = file
      onProgress?.(rowCount, rowCount)
      const [imported, rejected] = [changes.days, defects.length]
      return { read: rowCount, imported, unchanged: rowCount - imported - rejected, rejected }
    },
  }
}

/** The whole history has less than 2 MB; another file must not fill the memory. */
const MAX_BYTES = 64 * 1_048_576

/** The text without a byte order mark. What is not UTF-8 is no rate either. */
async function textOf(file: string): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of openFile(file)) {
    length += chunk.length
    if (length > MAX_BYTES) throw new UnexpectedContent('the file is too long')
    parts.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

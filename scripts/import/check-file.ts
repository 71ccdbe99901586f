import path from 'node:path'
import { describeContent } from './describe-content.ts'
import { ImportError, ImportInterrupted } from './import-error.ts'
import { openFile, requireRegularFile } from './open-file.ts'
import { UnexpectedContent, type RowFormat } from './row.ts'

/** What a file should be. */
export interface Expectation {
  readonly format: RowFormat
  /** For the reader of an error: `works of Tate, one JSON object a line`. */
  readonly content: string
}

/** A file that was read to its end and is of the expected kind. */
export interface CheckedFile {
  readonly file: string
  readonly rowCount: number
}

/**
 * Reads the whole file before anything is changed by it.
 * @throws {ImportError} when it cannot be read, is damaged, or is of another kind.
 */
export async function checkFile(
  file: string,
  expected: Expectation,
  signal?: AbortSignal,
): Promise<CheckedFile> {
  await requireRegularFile(file)
  const rowCount = await countRows(file, expected.format, signal)
  if (rowCount === 0) throw await wrongKind(file, expected)
  return { file, rowCount }
}

/** 0 when the file is of another kind. */
async function countRows(file: string, format: RowFormat, signal?: AbortSignal): Promise<number> {
  let count = 0
  let recognised = false
  try {
    for await (const row of format.rows(openFile(file))) {
      if (signal?.aborted) throw new ImportInterrupted('Interrupted before anything was changed.')
      count += 1
      recognised ||= format.recognises(row)
    }
  } catch (error) {
    if (!(error instanceof UnexpectedContent)) throw error
  }
  return recognised ? count : 0
}

async function wrongKind(file: string, { content }: Expectation): Promise<ImportError> {
  const found = await describeContent(openFile(file))
  return new ImportError(
    `${path.basename(file)} is not what this import reads. ` +
      `Found: ${found}. Expected: ${content}, plain or gzip. Nothing was changed.`,
  )
}

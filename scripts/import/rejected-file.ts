import { appendFileSync, existsSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolders } from '../../src/make-folders.ts'
import { guarded } from '../files/csv-cells.ts'
import { ImportError, type RejectedRow } from '../files/row.ts'
import type { ImportRequest } from './plan-import.ts'

const HEADER = 'line\tid\treason\n'

/** The rows of one file that were not imported, as tab-separated text; created with the first one. */
export class RejectedFile {
  readonly path: string
  #exists = false

  constructor(file: string) {
    this.path = file
  }

  /** Written at once: a crash of the import loses no rejected row. @throws {ImportError} */
  append({ line, externalId, reason }: RejectedRow): void {
    const id = externalId === undefined ? '' : oneCell(externalId)
    this.#write(`${line}\t${id}\t${oneCell(reason)}\n`)
  }

  /** The data directory of a container cannot be written, and a disk can be full. */
  #write(row: string): void {
    try {
      if (this.#exists) return appendFileSync(this.path, row)
      makeFolders(path.dirname(this.path))
      // It quotes texts of the file, such as an address.
      writeFileSync(this.path, HEADER + row, { mode: 0o600 })
    } catch (error) {
      throw new ImportError(
        `A row was rejected, and ${this.path} for it cannot be written: ${(error as Error).message}. Name another one, by --rejected FILE. ` +
          'Then run the import again.',
      )
    }
    this.#exists = true
  }
}

const MAX_CELL_LENGTH = 300

/** A text of a file must not start another line or column, or be a formula of a spreadsheet. */
function oneCell(text: string): string {
  return (
    guarded(text)
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
      .slice(0, MAX_CELL_LENGTH)
  )
}

/**
 * The file for the rejected rows of a step: `given`, or by default a file in the data directory.
 * @param kind of the import, whose last step has the same name.
 */
export function rejectedPath(
  dataDirectory: string,
  source: string,
  kind: string,
  given?: string,
): string {
  const name = source.replaceAll(' ', '-')
  if (given === undefined) {
    const timestamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    return path.join(dataDirectory, 'rejected', `${name}-${timestamp}.tsv`)
  }
  // Each step has line numbers of its own, so its rejected rows get their own file.
  const { dir, name: base, ext } = path.parse(given)
  return source === kind ? given : path.join(dir, `${base}-${name}${ext}`)
}

/** @throws {ImportError} when the rejected rows would overwrite an imported file. */
export function requireNoInput(
  given: string | undefined,
  request: Pick<ImportRequest, 'file'>,
): void {
  if (given === undefined || !existsSync(given)) return
  const inputs = [
    request.file,
    'museumsFile' in request ? String(request.museumsFile) : request.file,
  ]
  const overwritten = inputs.find(
    (file) => existsSync(file) && realpathSync(file) === realpathSync(given),
  )
  if (overwritten === undefined) return
  throw new ImportError(`--rejected names ${overwritten} itself. Name another file.`)
}

import { appendFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ImportError, type RejectedRow } from './row.ts'
import type { ImportRequest } from './import-plan.ts'

const HEADER = 'line\tid\treason\n'

/** The rows of one file that were not imported, as tab-separated text; made with the first one. */
export class RejectedFile {
  readonly path: string
  #isMade = false

  constructor(file: string) {
    this.path = file
  }

  /** Written at once: what was rejected is known even if the import does not live to its end. */
  append({ line, externalId, reason }: RejectedRow): void {
    if (!this.#isMade) this.#make()
    appendFileSync(this.path, `${line}\t${oneCell(externalId ?? '')}\t${oneCell(reason)}\n`)
  }

  #make(): void {
    mkdirSync(path.dirname(this.path), { recursive: true })
    writeFileSync(this.path, HEADER)
    this.#isMade = true
  }
}

const MAX_CELL_LENGTH = 300

/** What a publisher wrote must not start another line or column. */
function oneCell(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').slice(0, MAX_CELL_LENGTH)
}

/** Where the rejected rows of a source go: to the file that was given, or beside the data. */
export function rejectedPath(dataDirectory: string, source: string, given?: string): string {
  if (given === undefined) {
    const timestamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    return path.join(dataDirectory, 'rejected', `${source}-${timestamp}.tsv`)
  }
  // Museums come with the exhibitions, but have lines of their own.
  const { dir, name, ext } = path.parse(given)
  return source === 'museums' ? path.join(dir, `${name}-museums${ext}`) : given
}

/** @throws {ImportError} when the rejected rows would overwrite what is imported. */
export function requireNoInput(given: string | undefined, request: ImportRequest): void {
  if (given === undefined || !existsSync(given)) return
  const inputs = [request.file, 'museumsFile' in request ? request.museumsFile : request.file]
  const overwritten = inputs.find((file) => existsSync(file) && isSameFile(file, given))
  if (overwritten === undefined) return
  throw new ImportError(`--rejected names ${overwritten} itself. Name another file.`)
}

function isSameFile(one: string, other: string): boolean {
  return realpathSync(one) === realpathSync(other)
}

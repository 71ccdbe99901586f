import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

interface Files {
  /** Writes a file and gives its path. */
  write(content: string | Buffer, name?: string): string
  /** Writes one JSON object a line. */
  ndjson(...rows: readonly object[]): string
}

/** A folder for the files of one test file. */
export function useFiles(): Files {
  // Created with the first file: where no test runs, nothing removes it.
  let folder: string | undefined
  afterAll(() => folder !== undefined && rmSync(folder, { recursive: true }))
  let count = 0
  const write: Files['write'] = (content, name = `file-${++count}`) => {
    folder ??= mkdtempSync(path.join(tmpdir(), 'art-marketplace-import-'))
    const file = path.join(folder, name)
    writeFileSync(file, content)
    return file
  }
  return {
    write,
    ndjson: (...rows) => write(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  }
}

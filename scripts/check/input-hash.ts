import type { Hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Adds files to a hash, with their names; of a folder, all files below it that are not ignored. */
export function hashFiles(
  hash: Hash,
  root: string,
  names: readonly string[],
  ignored: RegExp,
): void {
  const files = names.flatMap((name) => filesIn(root, name)).filter((file) => !ignored.test(file))
  for (const file of files) {
    const text = readFileSync(path.join(root, file))
    hash.update(`\n${file} ${text.length}\n`).update(text)
  }
}

function filesIn(root: string, name: string): string[] {
  if (!statSync(path.join(root, name)).isDirectory()) return [name]
  return readdirSync(path.join(root, name))
    .toSorted()
    .flatMap((child) => filesIn(root, `${name}/${child}`))
}

/** The code blocks of a page of the documentation, as one text. */
export function codeBlocks(root: string, page: string): string {
  const text = readFileSync(path.join(root, page), 'utf8')
  return text.match(/^```.*?^```$/gms)?.join('\n') ?? ''
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readContractFile } from '../../contract/document.ts'

/** All that takes part in making a record, beside what is in the database: this program, whole. */
const PROGRAM = fileURLToPath(new URL('../..', import.meta.url))
const LENGTH = 16

/**
 * Names what makes texts of records: the same program with the same contract and the same address of
 * pictures makes the same texts, and uses what others of its kind have stored.
 */
export function makerName(mediaUrl: string): string {
  const hash = createHash('sha256').update(readContractFile('generated/v1.json')).update(mediaUrl)
  for (const name of readdirSync(PROGRAM, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (/\.[jt]sx?$/.test(name)) hash.update(name).update(readFileSync(path.join(PROGRAM, name)))
  }
  return hash.digest('base64url').slice(0, LENGTH)
}

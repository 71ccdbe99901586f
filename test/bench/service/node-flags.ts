import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'

/** Node's flags in `npm start`. */
export function nodeFlags(): string[] {
  const manifest = readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')
  const { scripts } = JSON.parse(manifest) as { scripts: { start: string } }
  return scripts.start.match(/--\S+/g) ?? []
}

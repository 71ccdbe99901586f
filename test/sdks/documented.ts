import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import type { Target } from './sdk.ts'

const PAGE = readFileSync(path.join(projectRoot(), 'src/docs/clients.md'), 'utf8')

/**
 * The block of code in a language below the heading of a generator in src/docs/clients.md: what partners copy is what
 * is tested.
 */
export function documented(generator: string, language: string): string {
  const start = PAGE.indexOf(`\n### ${generator}\n`)
  const section = start === -1 ? '' : (PAGE.slice(start + 1).split(/\n##/)[0] ?? '')
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section)?.[1]
  if (block === undefined) throw new Error(`clients.md has no ${language} of ${generator}.`)
  return block
}

/** A documented settings file, for the document and the client of `target` in place of those of the page. */
export function documentedSettings(generator: string, { document, output }: Target): string {
  return documented(generator, 'js')
    .replace("'v1.json'", JSON.stringify(document))
    .replace(/'client(\/[^']*)?'/, (_, file: string = '') => JSON.stringify(output + file))
}

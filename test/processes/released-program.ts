import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { root } from '../support/repository.ts'

export interface ReleasedProgram {
  readonly version: string
  /** The root of its sources, with its packages installed. */
  readonly folder: string
}

const RELEASED = 'openapi/released.yaml'

/**
 * The sources of the last release, of the commit that made its contract the released one, in `.data/releases`.
 * @throws why they cannot be had: a clone without history, or no registry of packages.
 */
export async function releasedProgram(): Promise<ReleasedProgram> {
  const contract = parse(await readFile(path.join(root, RELEASED), 'utf8')) as {
    info: { version: string }
  }
  const { version } = contract.info
  const log = ['log', '--max-count=1', '--format=%H', '--', RELEASED]
  const commit = (await runProgram('git', log, root)).trim()
  const isShallow = await runProgram('git', ['rev-parse', '--is-shallow-repository'], root)
  // In a shallow clone, the oldest commit seems to have made every file.
  if (commit === '' || isShallow.trim() === 'true') throw new Error('the clone has no history')
  const releases = path.join(root, '.data/releases')
  const folder = path.join(releases, `${version}-${commit}`)
  if (existsSync(folder)) return { version, folder }
  await mkdir(releases, { recursive: true })
  const draft = await mkdtemp(path.join(releases, 'draft-'))
  const unpack = `git -C '${root}' archive ${commit} | tar -x`
  await runProgram('sh', ['-ec', unpack], draft)
  const options = ['--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  await runProgram('npm', ['ci', ...options], draft)
  await rename(draft, folder)
  return { version, folder }
}

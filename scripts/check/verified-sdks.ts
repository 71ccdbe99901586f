import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { codeBlocks, hashFiles } from './input-hash.ts'
import { isVerified, recordVerification } from './verification.ts'

/** What decides whether a generated client compiles and its program runs, apart from the service itself. */
const INPUTS = [
  'generated/v1.json',
  'generated/v1-3.0.json',
  'scripts/sdks.ts',
  'scripts/programs',
  // The generators with their versions, and the programs.
  'test/sdks',
]

/** Names the inputs of the last run in which every generated client passed. It is committed. */
export const VERIFIED_SDKS = 'test/sdks/verified.json'

const IGNORED = /\.test\.ts$|\/__pycache__\/|^test\/sdks\/verified\.json$/

/** A hash of all inputs of `npm run sdks`. @param root the folder of the project, or of a copy. */
export function sdkInputsHash(root = projectRoot()): string {
  // The page has the settings of generators and the functions to copy.
  const settings = codeBlocks(root, 'src/docs/clients.md')
  const hash = createHash('sha256').update(typescriptVersion(root)).update(settings)
  hashFiles(hash, root, INPUTS, IGNORED)
  return hash.digest('hex')
}

/** Whether every generated client has passed with these inputs. */
export function areSdksVerified(root = projectRoot()): boolean {
  return isVerified(path.join(root, VERIFIED_SDKS), sdkInputsHash(root))
}

/** Records that every generated client has passed. @param inputs their hash before the run. */
export function recordVerifiedSdks(inputs: string, root = projectRoot()): void {
  recordVerification(path.join(root, VERIFIED_SDKS), inputs)
}

/** The clients in TypeScript are compiled by the compiler of this project. */
function typescriptVersion(root: string): string {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>
  }
  return `typescript ${devDependencies['typescript'] ?? 'none'}`
}

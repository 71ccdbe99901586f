import { createHash } from 'node:crypto'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { codeBlocks, hashFiles } from './input-hash.ts'
import { isVerified, recordVerification } from './verification.ts'

/** The tests of the Python client, which take a minute. */
export const PYTHON_TESTS = 'test/packages/python.packages.ts'

/** What decides whether the Python client can be made and used, apart from the service itself. */
const INPUTS = [
  'generated/operations.ts',
  'generated/v1.json',
  'scripts/packages/python',
  'scripts/packages/python.ts',
  'scripts/programs',
  'test/packages/programs/connection.py',
  'test/packages/programs/partner.py',
  PYTHON_TESTS,
]

/** Names the inputs of the last Python client that was made and used. It is committed. */
export const VERIFIED_PYTHON = 'test/packages/verified.json'

/** A hash of all inputs. @param root the folder of the project, or of a copy. */
export function pythonInputsHash(root = projectRoot()): string {
  const hash = createHash('sha256').update(codeBlocks(root, 'src/docs/packages.md'))
  hashFiles(hash, root, INPUTS, /\/__pycache__\//)
  return hash.digest('hex')
}

/** Whether a Python client of these inputs was made and used. */
export function isPythonVerified(root = projectRoot()): boolean {
  return isVerified(path.join(root, VERIFIED_PYTHON), pythonInputsHash(root))
}

/** Records that a Python client was made and used. @param inputs their hash before the run. */
export function recordVerifiedPython(inputs: string, root = projectRoot()): void {
  recordVerification(path.join(root, VERIFIED_PYTHON), inputs)
}

import { createHash } from 'node:crypto'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { codeBlocks, hashFiles } from './input-hash.ts'
import { isVerified, recordVerification } from './verification.ts'

/** The tests that build the image, which takes minutes. */
export const IMAGE_TESTS = 'test/deploy/image.deploy.ts'

/** What decides how the image is built. The sources of the service do not count: its other tests run them. */
const INPUTS = [
  'Containerfile',
  '.dockerignore',
  '.npmrc',
  'package-lock.json',
  'scripts/build.js',
  'scripts/install-node.js',
  'src/pages/docs/markdown-pages.ts',
  'test/deploy/debian-images.ts',
  'test/deploy/debian-postgresql.ts',
  'test/deploy/documented-commands.ts',
  'tsconfig.build.json',
  'tsconfig.json',
  IMAGE_TESTS,
]

/** Names the inputs of the last image that was built and tried. It is committed. */
export const VERIFIED_IMAGE = 'test/deploy/verified.json'

/** A hash of all inputs. @param root the folder of the project, or of a copy. */
export function imageInputsHash(root = projectRoot()): string {
  const hash = createHash('sha256').update(codeBlocks(root, 'src/docs/deploy.md'))
  hashFiles(hash, root, INPUTS, /^$/)
  return hash.digest('hex')
}

/** Whether an image of these inputs was built and tried. */
export function isImageVerified(root = projectRoot()): boolean {
  return isVerified(path.join(root, VERIFIED_IMAGE), imageInputsHash(root))
}

/** Records that an image was built and tried. @param inputs their hash before the build. */
export function recordVerifiedImage(inputs: string, root = projectRoot()): void {
  recordVerification(path.join(root, VERIFIED_IMAGE), inputs)
}

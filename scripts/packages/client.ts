import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { runScript } from '../programs/run-program.ts'
import { packNpmPackage, readManifest, type Export, type MadePackage } from './npm-package.ts'

const FILES = [
  'dist/generated/operations.*',
  'dist/generated/v1.d.ts',
  'dist/src/client/*.d.ts',
  'dist/src/client/*.js',
]

/**
 * Makes the package of the TypeScript client. It has the project's own name, so that
 * `art-marketplace-listing-service/client` is the same in both.
 */
export async function makeClient(folder: string): Promise<MadePackage> {
  const root = projectRoot()
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const out = path.join(folder, 'dist')
  await runScript(tsc, ['-p', path.join(root, 'tsconfig.client.json'), '--outDir', out], root)
  const { name, exports } = (await readManifest(root)) as {
    name: string
    exports: Record<string, Export>
  }
  return packNpmPackage(folder, 'src/client/README.md', {
    name,
    description: 'A client of the Art Marketplace Listing Service.',
    exports,
    files: FILES,
  })
}

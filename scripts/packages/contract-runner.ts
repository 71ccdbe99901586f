import path from 'node:path'
import { bundle, writeTypes } from './bundle.ts'
import { packNpmPackage, type MadePackage } from './npm-package.ts'

const SOURCES = 'scripts/packages/contract-runner'

/** Makes the package that verifies a deployment against its document. */
export async function makeContractRunner(folder: string): Promise<MadePackage> {
  await bundle({
    folder,
    entries: { main: `${SOURCES}/main.ts`, index: `${SOURCES}/index.ts` },
  })
  await writeTypes(`${SOURCES}/index.ts`, path.join(folder, 'dist/index.d.ts'))
  return packNpmPackage(folder, `${SOURCES}/README.md`, {
    name: 'art-marketplace-contract-runner',
    description:
      'Verifies a deployment of the Art Marketplace Listing Service against its contract.',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    bin: { 'art-marketplace-contract-runner': 'dist/main.js' },
    files: ['dist', 'THIRD-PARTY-LICENSES.txt'],
  })
}

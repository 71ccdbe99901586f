import { cp } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { GUIDE_FILES, MARKDOWN_PAGES, RULES_PAGE } from '../../src/pages/docs/markdown-pages.ts'
import { bundle, writeTypes } from './bundle.ts'
import { packNpmPackage, type MadePackage } from './npm-package.ts'

const SOURCES = 'scripts/packages/mock'

/** What the mock reads at run time, at the same places as in the project. */
const READ = [
  'generated/v1.json',
  'generated/v1-3.0.json',
  'src/pages/copy.js',
  'src/pages/favicon.ico',
  'src/pages/hero.svg',
  'src/pages/icon.svg',
  'src/pages/local-time.js',
  'src/pages/style.css',
  // The rules are in the document above.
  ...MARKDOWN_PAGES.filter((page) => page.path !== RULES_PAGE.path).map(({ file }) => file),
  ...Object.values(GUIDE_FILES),
]

/** Makes the package of the mock server. It has no Swagger UI, which is larger than all else. */
export async function makeMock(folder: string): Promise<MadePackage> {
  await bundle({
    folder,
    entries: { main: `${SOURCES}/main.ts`, index: `${SOURCES}/index.ts` },
    replaced: { 'swagger-ui.tsx': `${SOURCES}/without-swagger-ui.ts` },
    // For documents that refer to others by URL, which the contract does not.
    external: ['undici'],
  })
  await writeTypes(`${SOURCES}/index.ts`, path.join(folder, 'dist/index.d.ts'))
  for (const name of READ) {
    await cp(path.join(projectRoot(), name), path.join(folder, name))
  }
  return packNpmPackage(folder, `${SOURCES}/README.md`, {
    name: 'art-marketplace-mock',
    description: 'A mock server of the Art Marketplace Listing Service.',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    bin: { 'art-marketplace-mock': 'dist/main.js' },
    files: ['dist', 'THIRD-PARTY-LICENSES.txt', ...READ],
  })
}

import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { asReleased, withContractPart } from './changelog/contract-part.ts'
import { compareDocuments } from './compatibility/compare-documents.ts'
import { PRESENT, readContracts, RELEASED } from './compatibility/read-contracts.ts'
import { today } from './compatibility/today.ts'
import { versionOf } from './compatibility/version-step.ts'
import { readFlags } from './read-flags.ts'
import { releaseFaults } from './release/release-faults.ts'

/**
 * `npm run release`: makes the present contract the released one, and "Unreleased" in CHANGELOG.md its
 * version. Refuses what breaks clients, and a version that does not tell what is added. Committing and
 * tagging are left to whoever runs it.
 */
readFlags(`Usage: npm run release

Makes openapi/v1.yaml the released contract and "Unreleased" in CHANGELOG.md its version, unless that
would break clients. Commits nothing.`)

const at = (name: string): string => path.join(projectRoot(), name)
const documents = await readContracts()
const version = versionOf(documents.after)
const manifest = JSON.parse(await readFile(at('package.json'), 'utf8')) as { version: string }

const written = await readFile(at('CHANGELOG.md'), 'utf8')
const changelog = withContractPart(written, version, compareDocuments(documents))

const packageVersion = manifest.version
const faults = await releaseFaults({ documents, packageVersion, changelog, today: today() })
if (faults.length > 0) {
  console.error(
    `The contract cannot be released:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  )
  process.exitCode = 1
} else {
  await writeFile(at('CHANGELOG.md'), asReleased(changelog, version))
  await copyFile(at(PRESENT), at(RELEASED))
  console.log(`Version ${version} is released: commit ${RELEASED} and CHANGELOG.md, and tag it.`)
}

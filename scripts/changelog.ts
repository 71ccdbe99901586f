import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { changelogErrors } from './changelog/changelog-errors.ts'
import { normalized, withContractPart } from './changelog/contract-part.ts'
import { compareDocuments } from './compatibility/compare-documents.ts'
import { readContracts } from './compatibility/read-contracts.ts'
import { versionOf } from './compatibility/version-step.ts'
import { readFlags } from './command-line.ts'

/**
 * `npm run changelog`: writes the additions to the contract since its release into CHANGELOG.md.
 * `npm run changelog -- --check` changes nothing and fails when that is not there.
 */
const { check } = readFlags(
  `Usage: npm run changelog -- [--check]

Writes into CHANGELOG.md what the contract has gained since it was released.
  --check    changes nothing; ends with 1 when that is not there`,
  ['check'],
)
const file = path.join(projectRoot(), 'CHANGELOG.md')

const changelog = await readFile(file, 'utf8')
const documents = await readContracts()
const version = versionOf(documents.after)
const readable = normalized(changelog)
const errors = changelogErrors(readable)
const present = withContractPart(readable, version, compareDocuments(documents))
if (errors.length > 0) {
  for (const error of errors) console.error(error)
  process.exitCode = 1
} else if (present === changelog) {
  console.log('CHANGELOG.md is up to date with the contract.')
} else if (check) {
  console.error('CHANGELOG.md does not tell the changes of the contract. Run `npm run changelog`.')
  process.exitCode = 1
} else {
  await writeFile(file, present)
  console.log('Updated CHANGELOG.md.')
}

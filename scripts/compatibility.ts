import { compareDocuments } from './compatibility/compare-documents.ts'
import { findBreaks } from './compatibility/find-breaks.ts'
import { readContracts, today } from './compatibility/read-contracts.ts'
import { versionError, versionOf } from './compatibility/version-step.ts'
import { readFlags } from './command-line.ts'

/**
 * Part of `npm run check`: fails when the contract breaks a promise of openapi/released.yaml, naming
 * each place, the change and the remedy; and when its version does not announce its additions.
 */
readFlags(`Usage: npm run compatibility

Tells what in generated/v1.json breaks clients of openapi/released.yaml; ends with 1 when anything does.`)

const documents = await readContracts()
const { findings, skipped } = await findBreaks(documents, today())
for (const name of skipped) console.log(`Skipped: ${name}, which is not installed.`)
if (findings.length > 0) {
  console.error(`The contract breaks what version ${versionOf(documents.before)} promised:`)
  for (const { by, place, what, remedy } of findings) {
    console.error(`\n  ${place}: ${what}\n    ${remedy} (${by})`)
  }
}
const error = versionError(documents, compareDocuments(documents))
if (error !== undefined) console.error(`The contract: ${error}`)
if (findings.length === 0 && error === undefined) {
  console.log(`The contract keeps everything that version ${versionOf(documents.before)} promised.`)
}
process.exitCode = findings.length === 0 && error === undefined ? 0 : 1

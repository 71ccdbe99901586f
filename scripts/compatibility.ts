import { compareDocuments } from './compatibility/compare-documents.ts'
import { checkDeprecations } from './compatibility/deprecation-errors.ts'
import { findBreaks } from './compatibility/find-breaks.ts'
import { readContracts, today } from './compatibility/read-contracts.ts'
import { versionError, versionOf } from './compatibility/version-step.ts'
import { endOnSignal, readFlags } from './command-line.ts'

/**
 * Part of `npm run check`: fails when the contract breaks a promise of openapi/released.yaml, naming
 * each place, the change and the remedy; when its version does not announce its additions; and when something is
 * deprecated without the dates and the replacement that clients need. Warns of anything past its sunset date.
 */
readFlags(`Usage: npm run compatibility

Tells what in generated/v1.json breaks clients of openapi/released.yaml, and what is deprecated without its dates and
its replacement; ends with 1 when anything does.`)

endOnSignal('compatibility')
const documents = await readContracts()
const { findings, skipped } = await findBreaks(documents, today())
for (const name of skipped) console.log(`Skipped: ${name}, which is not installed.`)
if (findings.length > 0) {
  console.error(`The contract breaks what version ${versionOf(documents.before)} promised:`)
  for (const { by, place, what, remedy } of findings) {
    console.error(`\n  ${place}: ${what}\n    ${remedy} (${by})`)
  }
}
const deprecations = checkDeprecations(documents, today())
for (const line of deprecations.over)
  console.log(`Warning: ${line} Remove it once no client uses it.`)
const version = versionError(documents, compareDocuments(documents))
const errors = [
  ...(version === undefined ? [] : [`The contract: ${version}`]),
  ...deprecations.errors,
]
for (const error of errors) console.error(error)
if (findings.length + errors.length === 0) {
  console.log(`The contract keeps everything that version ${versionOf(documents.before)} promised.`)
} else process.exitCode = 1

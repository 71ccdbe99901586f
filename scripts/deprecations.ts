import { checkDeprecations } from './compatibility/deprecation-errors.ts'
import { readContracts, today } from './compatibility/read-contracts.ts'
import { readFlags } from './command-line.ts'

/**
 * Part of `npm run check`: fails when something in the contract is deprecated without the dates and the
 * replacement that clients need, and warns of anything past its sunset date.
 */
readFlags(`Usage: node scripts/launch.js deprecations

Fails when something deprecated in the contract lacks the dates and the replacement that clients need.`)

const { errors, over } = checkDeprecations(await readContracts(), today())
for (const line of over) {
  console.log(`Warning: ${line} Remove it once no client uses it.`)
}
for (const line of errors) console.error(line)
if (errors.length === 0) console.log('Everything deprecated has its dates and its replacement.')
process.exitCode = errors.length === 0 ? 0 : 1

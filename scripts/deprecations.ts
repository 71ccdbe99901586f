import { checkDeprecations } from './compatibility/deprecation-errors.ts'
import { readContracts, today } from './compatibility/read-contracts.ts'

/**
 * Part of `npm run check`: fails when something in openapi/v1.yaml is deprecated without the dates and the
 * replacement that clients need, and warns of anything past its sunset date.
 */
const { errors, over } = checkDeprecations(await readContracts(), today())
for (const line of over) {
  console.log(`Warning: ${line} Remove it once no client uses it.`)
}
for (const line of errors) console.error(line)
process.exitCode = errors.length === 0 ? 0 : 1

import { checkDeprecations } from './compatibility/deprecation-errors.ts'
import { readContracts, today } from './compatibility/read-contracts.ts'

/**
 * Part of `npm run check`: fails when something in openapi/v1.yaml is deprecated without the dates and the
 * advice that clients need, and says what is past its sunset date.
 */
const { errors, over } = checkDeprecations(await readContracts(), today())
for (const line of over) {
  console.log(`Warning: ${line} Take it out when nobody uses it any more.`)
}
for (const line of errors) console.error(line)
process.exitCode = errors.length === 0 ? 0 : 1

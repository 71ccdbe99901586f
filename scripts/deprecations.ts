import { judgeDeprecations } from './compatibility/deprecation-faults.ts'
import { readContracts } from './compatibility/read-contracts.ts'
import { today } from './compatibility/today.ts'

/**
 * Part of `npm run check`: fails when something in openapi/v1.yaml is deprecated without the dates and the
 * replacement that clients need, and warns of anything past its sunset date.
 */
const { faults, over } = judgeDeprecations(await readContracts(), today())
for (const line of over) {
  console.log(`Warning: ${line} Remove it once no client uses it.`)
}
for (const line of faults) console.error(line)
process.exitCode = faults.length === 0 ? 0 : 1

import { endingSignal, runProgram } from './check/run-tests.ts'
import { readFlags } from './command-line.ts'

/** `npm run format`: formats every file. */
readFlags(`Usage: npm run format

Formats every source, test and document.`)

const { exitCode, output } = await runProgram('oxfmt', [], true)
if (exitCode === 0) console.log('Formatted every file.')
else console.error(output || `format: ended by ${endingSignal()}`)
process.exitCode = exitCode

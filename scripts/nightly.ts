import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { endingSignal, runProgram } from './check/run-tests.ts'
import { readFlags } from './command-line.ts'

/** `npm run nightly`: what `.ci/run` runs on each commit, with more of everything. */
readFlags(`Usage: npm run nightly

Runs every suite of .ci/run with more rounds, examples and seconds, and with all generated clients. Takes much
longer than .ci/run. Run it every night, before a release, and before an issue is called resolved.`)

/** Much longer than its suites need, which kill their programs after five seconds and then clean up. */
const DEADLINE_MS = 60_000

const program = path.join(projectRoot(), '.ci/run')
const { exitCode } = await runProgram(program, ['--nightly'], false, {}, DEADLINE_MS)
if (endingSignal() !== undefined) console.log(`nightly: ended by ${endingSignal()}`)
process.exitCode = exitCode

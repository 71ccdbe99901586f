import { CHECKS, type Check } from './check/checks.ts'
import { runProgram } from './check/run-program.ts'
import { closingLine, runTests } from './check/run-tests.ts'
import { inParallel } from './in-parallel.ts'

/** What is told of a check even when it holds. */
const NOTES = /^(Skipped|Warning): .*$/gm

/** As many as the smallest machine that this is run on has. */
const CORES = 2

/**
 * `npm run check`, which `npm test` is: everything that needs no more than Node, to the end even
 * after a failure. The last line counts checks and tests together.
 */
const held = await inParallel(CORES, CHECKS, runCheck)
const tests = await runTests('vitest.config.ts')
const passed = tests.passed + held.filter((ok) => ok).length
const failed = tests.failed + held.filter((ok) => !ok).length
console.log(closingLine({ passed, failed, skipped: tests.skipped }))
process.exitCode = failed === 0 ? 0 : 1

async function runCheck({ name, program, args }: Check): Promise<boolean> {
  const began = performance.now()
  const { exitCode, output } = await runProgram(program, args, true)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  const told = exitCode === 0 ? output.match(NOTES)?.join('\n') : output
  if (told !== undefined) console.log(told)
  return exitCode === 0
}

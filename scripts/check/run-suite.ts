import { inParallel } from '../in-parallel.ts'
import type { Check } from './checks.ts'
import { runProgram } from './run-program.ts'
import { closingLine, runTests } from './run-tests.ts'

/** What is told of a check even when it holds. */
const NOTES = /^(Skipped|Warning): .*$/gm

interface Checked {
  readonly isMet: boolean
  /** What is told of it. */
  readonly text: string
}

/**
 * Runs checks beside the tests of a vitest configuration, all to the end even after a failure, one
 * check at a time: the tests leave a core now and then. What the checks have found follows the tests.
 * The last line counts both together.
 */
export async function runSuite(checks: readonly Check[], config: string): Promise<void> {
  const [tests, checked] = await Promise.all([runTests(config), inParallel(1, checks, runCheck)])
  for (const { text } of checked) console.log(text)
  const passed = tests.passed + checked.filter(({ isMet }) => isMet).length
  const failed = tests.failed + checked.filter(({ isMet }) => !isMet).length
  console.log(closingLine({ passed, failed, skipped: tests.skipped }))
  process.exitCode = failed === 0 ? 0 : 1
}

async function runCheck({ name, program, args }: Check): Promise<Checked> {
  const began = performance.now()
  const { exitCode, output } = await runProgram(program, args, true)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const isMet = exitCode === 0
  const line = `${isMet ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`
  const told = isMet ? (output.match(NOTES) ?? []) : [output]
  return { isMet, text: [line, ...told].join('\n') }
}

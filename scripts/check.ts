import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../src/config.ts'
import { CHECKS, type Check } from './check/checks.ts'

/**
 * `npm run check`, which `npm test` is: everything that needs no more than Node, in order, to the
 * end even after a failure. The last line counts checks and tests together.
 */
const root = projectRoot()
const scratch = await mkdtemp(path.join(tmpdir(), 'art-marketplace-check-'))
const report = path.join(scratch, 'tests.json')

try {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const check of CHECKS) counts[(await runCheck(check)) ? 'passed' : 'failed'] += 1
  const tests = await runTests()
  counts.passed += tests.passed
  counts.failed += tests.failed
  counts.skipped += tests.skipped
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  process.exitCode = counts.failed === 0 ? 0 : 1
} finally {
  await rm(scratch, { recursive: true, force: true })
}

async function runCheck({ name, program, args }: Check): Promise<boolean> {
  const began = performance.now()
  const { exitCode, output } = await run(program, args, true)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (exitCode !== 0) console.log(output)
  return exitCode === 0
}

/** A run that ends without a report, or badly with no failed test, counts as one failure. */
async function runTests(): Promise<{ passed: number; failed: number; skipped: number }> {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { exitCode } = await run('vitest', args, false)
  const text = await readFile(report, 'utf8').catch(() => '{}')
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(text) as {
    numPassedTests?: number
    numFailedTests?: number
    numPendingTests?: number
  }
  const failed = numFailedTests ?? 0
  return {
    passed: numPassedTests ?? 0,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: numPendingTests ?? 0,
  }
}

/** Runs one of the installed programs; its output is shown as it comes, or kept. */
function run(
  program: string,
  args: readonly string[],
  quiet: boolean,
): Promise<{ exitCode: number; output: string }> {
  const bin = program === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', program)
  const child = spawn(bin, args, {
    cwd: root,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ exitCode: 1, output: error.message })
    })
    child.once('close', (exitCode) => {
      resolve({ exitCode: exitCode ?? 1, output })
    })
  })
}

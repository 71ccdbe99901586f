import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Report {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly numPendingTests?: number
}

interface VitestOptions {
  readonly args?: readonly string[]
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the tests of a vitest configuration. A run that fails without a failed test counts as one failure. */
export async function runTests(
  config: string,
  { args = [], env = {} }: VitestOptions = {},
): Promise<Counts> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'art-marketplace-report-'))
  const file = path.join(scratch, 'tests.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { exitCode } = await runProgram(
      'vitest',
      ['run', '--config', config, ...reporters, ...args],
      false,
      env,
    )
    const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Report
    const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = report
    const failed = exitCode !== 0 && numFailedTests === 0 ? 1 : numFailedTests
    return { passed, failed, skipped }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The line that a suite ends with. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

interface Outcome {
  readonly exitCode: number
  /** Empty if it was not collected. */
  readonly output: string
}

/**
 * Runs `node` or one of the programs that the project installs, in the project's folder.
 * @param quiet collects the output instead of printing it.
 * @param env variables in addition to those of this process.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  quiet: boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const root = projectRoot()
  const bin = program === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', program)
  const out = quiet ? 'pipe' : 'inherit'
  const child = spawn(bin, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
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

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { INTERRUPTED } from '../command-line.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Report {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly numPendingTests?: number
  readonly numTodoTests?: number
}

interface VitestOptions {
  readonly args?: readonly string[]
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** The variables with which tests repeat as often as in `npm run nightly` (test/support/amount.ts). */
export const NIGHTLY = { NIGHTLY: 'true' } as const

/** Runs the tests of a vitest configuration. A run that fails without a failed test counts as one failure. */
export async function runTests(
  config: string,
  { args = [], env = {} }: VitestOptions = {},
): Promise<Counts> {
  endOnSignal()
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
    // An ended run may leave a part of its report.
    const isWhole = ending === undefined
    const text = isWhole ? await readFile(file, 'utf8').catch(() => '{}') : '{}'
    const report = JSON.parse(text) as Report
    const { numPassedTests: passed = 0, numFailedTests = 0 } = report
    const { numPendingTests = 0, numTodoTests = 0 } = report
    const failed = exitCode !== 0 && numFailedTests === 0 ? 1 : numFailedTests
    return { passed, failed, skipped: numPendingTests + numTodoTests }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Prints the line that a suite ends with, and sets the exit code. */
export function reportCounts(counts: Counts): void {
  const isEnded = ending !== undefined
  console.log(isEnded ? `\nEnded by ${ending} before all tests had run.` : closingLine(counts))
  process.exitCode = isEnded ? INTERRUPTED : counts.failed === 0 ? 0 : 1
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

/** A program that does not end by a signal is killed after this. */
const END_DEADLINE_MS = 5_000

/** The programs that run, each with its deadline. */
const running = new Map<ChildProcess, number>()
let ending: string | undefined

/** The signal that ends this process, if one came. */
export function endingSignal(): string | undefined {
  return ending
}

/** From the first run on: a signal ends all programs with everything that they have started; none begins any more. */
function endOnSignal(): void {
  if (process.listenerCount('SIGTERM', end) > 0) return
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end)
}

function end(signal: string): void {
  ending ??= signal
  for (const [child, deadlineMs] of running) {
    killGroup(child, 'SIGTERM')
    setTimeout(() => {
      if (running.has(child)) killGroup(child, 'SIGKILL')
    }, deadlineMs).unref()
  }
}

function killGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}

/**
 * Runs `node` or one of the programs that the project installs, in the project's folder and in a process group of its
 * own. A signal to this process ends the group; the exit code is then 130.
 * @param quiet collects the output instead of printing it.
 * @param env variables in addition to those of this process.
 * @param deadlineMs longer for a program that ends others by such signals: they would go on if it was killed first.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  quiet: boolean,
  env: Readonly<Record<string, string>> = {},
  deadlineMs = END_DEADLINE_MS,
): Promise<Outcome> {
  endOnSignal()
  if (ending !== undefined) return Promise.resolve({ exitCode: INTERRUPTED, output: '' })
  const root = projectRoot()
  const bin =
    program === 'node' ? process.execPath : path.resolve(root, 'node_modules/.bin', program)
  const out = quiet ? 'pipe' : 'inherit'
  const child = spawn(bin, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
    detached: true,
  })
  running.set(child, deadlineMs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ exitCode: 1, output: error.message })
    })
    child.once('close', (exitCode) => {
      running.delete(child)
      // What the program has left behind.
      if (ending !== undefined) killGroup(child, 'SIGKILL')
      resolve({ exitCode: ending === undefined ? (exitCode ?? 1) : INTERRUPTED, output })
    })
  })
}

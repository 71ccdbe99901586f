import { messageOf } from '../command-line.ts'
import { progressBar } from '../progress-bar.ts'
import { coverageTable } from './coverage.ts'
import { writeJunit } from './junit.ts'
import { CannotTry } from './load-contract.ts'
import { readOptions, USAGE, type ContractOptions, type KeyEnvironment } from './options.ts'
import { closingLine, reportLines, skippedLines } from './report.ts'
import { verifyDeployment, type Result } from './verify-deployment.ts'

interface Output {
  readonly log: (line: string) => void
  readonly error: (line: string) => void
}

/**
 * `npm run contract`.
 * @param signal stops after the cases that are running.
 * @param environment may have the keys.
 * @returns the exit code that USAGE documents, or 130 after an interruption.
 */
export async function contractCommand(
  args: readonly string[],
  output: Output,
  signal: AbortSignal,
  environment: KeyEnvironment = {},
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    output.log(USAGE)
    return 0
  }
  const options = givenOptions(args, environment, output)
  if (options === undefined) return 2
  try {
    const result = await verify(options, signal)
    await report(options, result, output)
    if (signal.aborted) return 130
    return result.outcomes.some(({ state }) => state === 'failed') ? 1 : 0
  } catch (error) {
    output.error(`contract: ${messageOf(error)}`)
    return error instanceof CannotTry ? 2 : 1
  }
}

function givenOptions(
  args: readonly string[],
  environment: KeyEnvironment,
  output: Output,
): ContractOptions | undefined {
  try {
    return readOptions(args, environment)
  } catch (error) {
    output.error(`${messageOf(error)}\n\n${USAGE}`)
    return undefined
  }
}

async function verify(options: ContractOptions, signal: AbortSignal): Promise<Result> {
  const bar = progressBar('cases')
  try {
    return await verifyDeployment(options, { onProgress: bar.update, signal })
  } finally {
    bar.stop()
  }
}

async function report(
  { baseUrl, verbose, junit }: ContractOptions,
  { contract, outcomes, coverage, requests, leftovers, untried }: Result,
  { log }: Output,
): Promise<void> {
  const { title, version } = contract.document.info
  for (const line of reportLines(outcomes, verbose)) log(line)
  if (verbose) log(`\nDocumented responses seen:\n${coverageTable(contract, coverage)}\n`)
  for (const line of skippedLines(outcomes)) log(line)
  for (const url of leftovers) log(`still there: ${url}`)
  if (junit !== undefined) {
    await writeJunit(junit, `${title} ${version}`, outcomes, untried)
  }
  const reached = coverage.filter(({ isReached }) => isReached).length
  log(
    `${title} ${version} at ${baseUrl}: ${requests} requests, ` +
      `${reached} of ${coverage.length} documented responses seen` +
      (verbose ? '' : ' (--verbose lists them)'),
  )
  if (untried > 0) log(`interrupted: ${untried} cases were not tried`)
  log(closingLine(outcomes))
}

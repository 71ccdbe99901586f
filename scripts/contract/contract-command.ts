import { invalidLine, messageOf } from '../command-line.ts'
import { progressBar } from '../progress-bar.ts'
import { coverageTable } from './coverage.ts'
import { prepareJunit, writeJunit } from './junit.ts'
import { CannotTry } from './load-contract.ts'
import { readOptions, usageOf, type ContractOptions, type KeyEnvironment } from './options.ts'
import { closingLine, reportLines, skippedLines } from './report.ts'
import { verifyDeployment, type Result } from './verify-deployment.ts'

interface Output {
  readonly log: (line: string) => void
  readonly error: (line: string) => void
}

/** A command line. */
interface Invocation {
  /** What stands before the arguments: `npm run contract --`. */
  readonly command: string
  readonly args: readonly string[]
  /** It may have the keys. */
  readonly environment: KeyEnvironment
  readonly output: Output
}

/** Runs the command line of this process, until a signal ends it. @param command as in `Invocation`. */
export async function runContractCommand(command: string): Promise<void> {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => interruption.abort())
  }
  const args = process.argv.slice(2)
  const invocation = { command, args, environment: process.env, output: console }
  process.exitCode = await contractCommand(invocation, interruption.signal)
}

/**
 * Verifies a deployment, as the usage says.
 * @param signal stops after the cases that are running.
 * @returns the exit code that the usage documents, or 130 after an interruption.
 */
export async function contractCommand(
  invocation: Invocation,
  signal: AbortSignal,
): Promise<number> {
  const { command, args, output } = invocation
  if (args.includes('--help') || args.includes('-h')) {
    output.log(usageOf(command))
    return 0
  }
  const options = givenOptions(invocation)
  if (options === undefined) return 2
  try {
    if (options.junit !== undefined) await prepareJunit(options.junit)
    const result = await verify(options, signal)
    await report(options, result, output)
    if (signal.aborted) return 130
    return result.outcomes.some(({ state }) => state === 'failed') ? 1 : 0
  } catch (error) {
    output.error(`contract: ${messageOf(error)}`)
    return error instanceof CannotTry ? 2 : 1
  }
}

function givenOptions({
  command,
  args,
  environment,
  output,
}: Invocation): ContractOptions | undefined {
  try {
    return readOptions(args, environment)
  } catch (error) {
    output.error(invalidLine(error, usageOf(command)))
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

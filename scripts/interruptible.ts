import { explain } from '../src/server/lifecycle.ts'
import { INTERRUPTED, readCommandLine } from './command-line.ts'
import { interruption as signal } from './programs/interruption.ts'

interface InterruptibleTask<Options> {
  /** As in `npm run NAME`. */
  readonly name: string
  readonly usage: string
  /** @throws for invalid options. */
  readonly readOptions: (given: readonly string[]) => Options
  /** @param signal is aborted by an interruption; the task then cleans up and ends. */
  readonly run: (options: Options, signal: AbortSignal) => Promise<void>
}

/** Thrown by an interrupted task; the message says how to go on. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/**
 * Runs a long task with the options of the command line. The exit code is 2 for invalid options, 130 after an
 * interruption, 1 after an error, and otherwise the one that the task has set.
 */
export async function runInterruptible<Options>({
  name,
  usage,
  readOptions,
  run,
}: InterruptibleTask<Options>): Promise<void> {
  const options = readCommandLine(usage, readOptions)
  await run(options, signal).catch((error: unknown) => {
    const causes = signal.aborted ? [signal.reason] : []
    if (!signal.aborted || error instanceof Interrupted) causes.push(error)
    console.error(`${name}: ${causes.map(explain).join(': ')}`)
    process.exitCode = signal.aborted ? INTERRUPTED : 1
  })
}

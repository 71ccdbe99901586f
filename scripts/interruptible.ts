import { messageOf, readCommandLine } from './command-line.ts'

export interface InterruptibleTask<Options> {
  /** As in `npm run NAME`. */
  readonly name: string
  readonly usage: string
  /** @throws for invalid options. */
  readonly readOptions: (given: readonly string[]) => Options
  /** @param signal is aborted by an interruption; the task then cleans up and ends. */
  readonly run: (options: Options, signal: AbortSignal) => Promise<void>
}

/**
 * Runs a long task with the options of the command line. The exit code is 2 for invalid options, 130 after an
 * interruption, 1 after an error, and otherwise the one that the task has set.
 */
export async function runInterruptible<Options>(task: InterruptibleTask<Options>): Promise<void> {
  const interruption = new AbortController()
  const { signal } = interruption
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => interruption.abort(new Error(`ended by ${name}`)))
  }
  const options = readCommandLine(task.usage, task.readOptions)
  await task.run(options, signal).catch((error: unknown) => {
    console.error(`${task.name}: ${messageOf(signal.aborted ? signal.reason : error)}`)
    process.exitCode = signal.aborted ? 130 : 1
  })
}

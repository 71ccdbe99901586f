import { messageOf, readCommandLine } from './command-line.ts'

export interface InterruptibleTask<Options> {
  /** As in `npm run NAME`. */
  readonly name: string
  readonly usage: string
  /** @returns undefined when the usage is asked for. @throws when they make no sense. */
  readonly readOptions: (given: readonly string[]) => Options | undefined
  /** @param signal is aborted when the process is to end, after which it is to clean up. */
  readonly run: (options: Options, signal: AbortSignal) => Promise<void>
}

/**
 * Runs a task that takes long with the options of the command line. The exit code is 2 for options that
 * make no sense, 130 after an interruption, 1 when it fails, and otherwise what the task has set.
 */
export async function runInterruptible<Options>(task: InterruptibleTask<Options>): Promise<void> {
  const interruption = new AbortController()
  const { signal } = interruption
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => interruption.abort(new Error(`ended by ${name}`)))
  }
  const options = readCommandLine(task.usage, task.readOptions)
  if (options === undefined) return
  await task.run(options, signal).catch((error: unknown) => {
    console.error(`${task.name}: ${messageOf(signal.aborted ? signal.reason : error)}`)
    process.exitCode = signal.aborted ? 130 : 1
  })
}

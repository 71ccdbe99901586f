/** Undoes what has been started, the last first. */
export type OnClose = (close: () => Promise<void>) => void

/** Whatever still hangs after this is left behind. */
const CLOSE_DEADLINE_MS = 15_000

/**
 * Runs the process from start to end: on a signal, or when `start` fails, everything that it
 * registered is closed in reverse order. A second signal ends at once.
 * @param start returns once the service runs; it throws to give up.
 */
export async function runProcess(start: (onClose: OnClose) => Promise<void>): Promise<void> {
  const closers: (() => Promise<void>)[] = []
  let ending: Promise<void> | undefined
  const end = (exitCode: number): Promise<void> => (ending ??= closeAll(closers, exitCode))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending === undefined) void end(0)
      else process.exit(1)
    })
  }
  try {
    await start((close) => {
      closers.push(close)
      // Registered while the process is ending already: nobody else will close it.
      if (ending !== undefined) void close()
    })
  } catch (error) {
    if (ending === undefined) console.error(explain(error))
    await end(1)
  }
}

async function closeAll(closers: (() => Promise<void>)[], exitCode: number): Promise<void> {
  setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref()
  for (const close of closers.splice(0).toReversed()) {
    await close().catch((error: unknown) => {
      console.error(explain(error))
    })
  }
  process.exit(exitCode)
}

/** What went wrong and why, without stacks: it is the operator who reads it. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}\n  ${explain(error.cause)}`
}

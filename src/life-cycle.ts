type Close = () => Promise<void>

/** Registers how to undo what has just been started. */
export type OnClose = (close: Close) => void

/** Whatever still hangs after this is left behind. */
const CLOSE_DEADLINE_MS = 15_000

class Interrupted extends Error {}

/**
 * Runs the process from start to end: on a signal, when `work` fails or says that it is done,
 * everything that it registered is closed, the last first. A second signal ends at once.
 * @param work returns 'done', or 'running' to go on until a signal; it throws to give up. A signal
 *   that comes before makes its next registration throw.
 */
export async function runProcess(
  work: (onClose: OnClose) => Promise<'done' | 'running'>,
): Promise<void> {
  const closers: Close[] = []
  const interrupted = untilSignal()
  try {
    const outcome = await work((close) => {
      closers.push(close)
      if (interrupted.already()) throw new Interrupted()
    })
    if (outcome === 'running') await interrupted.signal
    await closeAll(closers)
    process.exit(0)
  } catch (error) {
    if (!(error instanceof Interrupted)) console.error(explain(error))
    await closeAll(closers)
    process.exit(error instanceof Interrupted ? 0 : 1)
  }
}

function untilSignal(): { signal: Promise<void>; already: () => boolean } {
  let count = 0
  const signal = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        count += 1
        if (count > 1) process.exit(1)
        setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref()
        resolve()
      })
    }
  })
  return { signal, already: () => count > 0 }
}

async function closeAll(closers: readonly Close[]): Promise<void> {
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => {
      console.error(explain(error))
    })
  }
}

/** What went wrong and why, without stacks: it is the operator who reads it. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}\n  ${explain(error.cause)}`
}

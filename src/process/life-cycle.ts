type Close = () => Promise<void>

/** Registers how to undo what has just been started. */
export type OnClose = (close: Close) => void

/** Whatever still hangs after this is left behind. */
const CLOSE_DEADLINE_MS = 15_000

/** One Ctrl-C reaches this process twice under npm: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000

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
  let first: number | undefined
  const signal = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        if (first !== undefined && performance.now() - first > SAME_SIGNAL_MS) process.exit(1)
        if (first !== undefined) return
        first = performance.now()
        setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref()
        resolve()
      })
    }
  })
  return { signal, already: () => first !== undefined }
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

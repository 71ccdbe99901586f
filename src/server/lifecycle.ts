import { setTimeout as sleep } from 'node:timers/promises'
import { serializeError } from '../http/logging.ts'

/** Why and when the process began to end. */
interface Ending {
  readonly exitCode: number
  /** The signal, or what happened. */
  readonly reason: string
  /** In the time of performance.now(). */
  readonly at: number
}

type Close = (ending: Ending) => Promise<void>

/** Registers how to undo what has just been started. */
export type OnClose = (close: Close) => void

/** Whatever still hangs after this is left behind. */
const CLOSE_DEADLINE_MS = 9_000

/** What is being started when the end comes may still register how to undo it for so long. */
const START_DEADLINE_MS = 3_000

/** One Ctrl-C reaches this process twice under npm: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000

class Interrupted extends Error {}

/**
 * Runs the process from start to end: on a signal, when `work` fails or says that it is done, or when
 * an error is caught nowhere, everything that it registered is closed, the last first. A second signal
 * ends at once.
 * @param work returns 'done', or 'running' to go on until a signal; it throws to give up. A signal
 *   that comes before makes its next registration throw.
 */
export async function runProcess(
  work: (onClose: OnClose) => Promise<'done' | 'running'>,
): Promise<void> {
  const closers: Close[] = []
  const late: Promise<void>[] = []
  const end = watchForEnd()
  const onClose: OnClose = (close) => {
    const ending = end.hasCome()
    if (ending === undefined) return void closers.push(close)
    late.push(orExplained(close, ending))
    throw new Interrupted()
  }
  const working = workUntil(end, work, onClose)
  const ending = await end.ending
  for (const close of closers.toReversed()) await orExplained(close, ending)
  await Promise.race([working, sleep(START_DEADLINE_MS)])
  await Promise.all(late)
  process.exit(ending.exitCode)
}

async function workUntil(
  end: End,
  work: (onClose: OnClose) => Promise<'done' | 'running'>,
  onClose: OnClose,
): Promise<void> {
  try {
    if ((await work(onClose)) === 'done') end.come(0, 'done')
  } catch (error) {
    if (end.hasCome() === undefined) console.error(explain(error))
    end.come(1, 'failed start')
  }
}

interface End {
  readonly ending: Promise<Ending>
  /** Undefined until it has. */
  hasCome(): Ending | undefined
  /** The first end decides. */
  come(exitCode: number, reason: string): void
}

function watchForEnd(): End {
  let come: Ending | undefined
  let resolveEnding: (ending: Ending) => void = () => {}
  const ending = new Promise<Ending>((resolve) => {
    resolveEnding = resolve
  })
  const end: End = {
    ending,
    hasCome: () => come,
    come(exitCode, reason) {
      if (come !== undefined) return
      come = { exitCode, reason, at: performance.now() }
      setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS)
      resolveEnding(come)
    },
  }
  endOnSignal(end)
  // A promise that is rejected and awaited nowhere comes here as well.
  process.on('uncaughtException', (error) => {
    console.error(`An error was caught nowhere: ${serializeError(error).stack}`)
    end.come(1, 'uncaught error')
  })
  return end
}

function endOnSignal(end: End): void {
  let first: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (first !== undefined && performance.now() - first > SAME_SIGNAL_MS) process.exit(1)
      first ??= performance.now()
      end.come(0, name)
    })
  }
}

async function orExplained(close: Close, ending: Ending): Promise<void> {
  await close(ending).catch((error: unknown) => {
    console.error(explain(error))
  })
}

/** What to do about errors that say no more than what happened. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [/^connect E\w+/, 'Is the database running where DATABASE_URL says?'],
  [/^unsupported startup parameter/, 'A pooler is no place for this: name the database itself.'],
  [
    /client password must be a string/,
    'Give DATABASE_URL a password, or have PGPASSFILE name a file with one that only you can read.',
  ],
]

/** What went wrong and why, without stacks: it is the operator who reads it. */
export function explain(error: unknown): string {
  // Each address of a name has failed by itself.
  if (error instanceof AggregateError) return error.errors.map(explain).join(', ')
  if (!(error instanceof Error)) return String(error)
  const hint = HINTS.find(([message]) => message.test(error.message))?.[1]
  const told = hint === undefined ? error.message : `${error.message}. ${hint}`
  return error.cause === undefined ? told : `${told}\n  ${explain(error.cause)}`
}

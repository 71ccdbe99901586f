import { setTimeout as sleep } from 'node:timers/promises'
import {
  CONNECT_TIMEOUT,
  NO_OWNER,
  NO_OWNER_OF_TABLES,
  WITHOUT_SETTINGS,
} from '../database/errors.ts'
import { serializeError } from '../http/logging.ts'

/** Why and when the process began to end. */
interface Ending {
  readonly exitCode: number
  /** The signal, or another cause. */
  readonly reason: string
  /** In the time of performance.now(). */
  readonly at: number
}

type Close = (ending: Ending) => Promise<void>

/** Registers how to close something that has just been started. */
export type OnClose = (close: Close) => void

/** Registers the close of a resource that is opening. After a signal, the process waits until it is open, and closes it. */
export function opened<Resource extends { close(): Promise<void> }>(
  opening: Promise<Resource>,
  onClose: OnClose,
): Promise<Resource> {
  // The caller gets the error of an opening that fails, so the close ignores it.
  onClose(() =>
    opening.then(
      (resource) => resource.close(),
      () => {},
    ),
  )
  return opening
}

/** After this the process exits, whatever still hangs. */
const CLOSE_DEADLINE_MS = 9_000

/** After a signal during the start, the process waits this long for the start to stop. */
const START_DEADLINE_MS = 3_000

/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000

class Interrupted extends Error {}

/**
 * Runs the process from start to end. It ends on a signal, when `work` fails or is done, and on an uncaught
 * error. Then it calls all registered closers, the last one first. A second signal exits at once.
 * @param work returns 'done', or 'running' to go on until a signal. After a signal during the start, its
 *   next registration throws.
 * @param signalCode exit code after a signal: a service has then done its work, and a task has not.
 */
export async function runProcess(
  work: (onClose: OnClose) => Promise<'done' | 'running'>,
  signalCode = 0,
): Promise<void> {
  const closers: Close[] = []
  const late: Promise<void>[] = []
  const end = watchForEnd(signalCode)
  const onClose: OnClose = (close) => {
    const ending = end.current()
    if (ending === undefined) return void closers.push(close)
    late.push(closeAndReport(close, ending))
    throw new Interrupted()
  }
  const working = workUntil(end, work, onClose)
  const ending = await end.begun
  for (const close of closers.toReversed()) await closeAndReport(close, ending)
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
    if ((await work(onClose)) === 'done') end.begin(0, 'done')
  } catch (error) {
    if (end.current() === undefined) console.error(explain(error))
    end.begin(1, 'failed start')
  }
}

interface End {
  readonly begun: Promise<Ending>
  /** Undefined while the process runs. */
  current(): Ending | undefined
  /** Only the first call counts. */
  begin(exitCode: number, reason: string): void
}

function watchForEnd(signalCode: number): End {
  let ending: Ending | undefined
  const { promise: begun, resolve } = Promise.withResolvers<Ending>()
  const end: End = {
    begun,
    current: () => ending,
    begin(exitCode, reason) {
      if (ending !== undefined) return
      ending = { exitCode, reason, at: performance.now() }
      setTimeout(() => {
        console.error(`Ended by ${reason}, but not all was closed within ${CLOSE_DEADLINE_MS} ms`)
        process.exit(1)
      }, CLOSE_DEADLINE_MS)
      resolve(ending)
    },
  }
  onSignal((name) => end.begin(signalCode, name))
  // Unhandled rejections arrive here as well.
  process.on('uncaughtException', (error) => {
    console.error(`Uncaught error: ${serializeError(error).stack}`)
    end.begin(1, 'uncaught error')
  })
  return end
}

/**
 * Handles signals to end the process. A second one exits at once.
 * @param begin may be called twice for the first signal.
 * @param secondCode exit code after a second signal.
 */
export function onSignal(begin: (name: string) => void, secondCode = 1): void {
  let first: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (first !== undefined && performance.now() - first > SAME_SIGNAL_MS)
        process.exit(secondCode)
      first ??= performance.now()
      begin(name)
    })
  }
}

async function closeAndReport(close: Close, ending: Ending): Promise<void> {
  await close(ending).catch((error: unknown) => {
    console.error(explain(error))
  })
}

/** Remedies for errors of libraries that name none. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [/^(connect|getaddrinfo) E\w+/, 'Is the database running where DATABASE_URL says?'],
  [
    /^The server does not support SSL/,
    'Turn TLS on in PostgreSQL, or remove the TLS parameters (sslmode and others) from DATABASE_URL.',
  ],
  [
    /^error:[0-9A-F]+:/,
    'For TLS, sslcert and sslkey in DATABASE_URL must name a certificate and its key, in PEM.',
  ],
  [
    /^(unrecognized configuration parameter|invalid value for parameter|invalid command-line argument|-\S.* requires a value|parameter ".*" cannot be changed)/,
    'Correct the parameters of DATABASE_URL, such as its options.',
  ],
  [
    /^no schema has been selected to create in/,
    'Let the search_path of the role, of the database and of DATABASE_URL name a schema that there is, such as public.',
  ],
  [
    /due to lock timeout$/,
    'A transaction keeps a table locked that a migration changes. End it (pg_stat_activity names it), and start again.',
  ],
  [
    CONNECT_TIMEOUT,
    'Nothing responds where DATABASE_URL says: check the host, the name server, and the firewalls between.',
  ],
  [/^Connection terminated/, 'The log of PostgreSQL, or of the pooler before it, says why.'],
  NO_OWNER,
  NO_OWNER_OF_TABLES,
  [
    /in a read-only transaction$/,
    'DATABASE_URL must name the primary, and a database and a role without default_transaction_read_only.',
  ],
  [WITHOUT_SETTINGS, 'This cannot run through a pooler: name the database itself.'],
  [
    /^Unknown authenticationOk message type/,
    'Let pg_hba.conf ask for a password (scram-sha-256) or a certificate: GSSAPI is not supported.',
  ],
  [
    /client password must be a string/,
    'Give DATABASE_URL a password, or set PGPASSFILE to a password file that only you can read.',
  ],
  [
    /^relation .* already exists$/,
    'The database is that of another program: let DATABASE_URL name an empty one.',
  ],
  [
    /(?<!client )certificate/,
    'For TLS, DATABASE_URL needs the host as the certificate of the database has it, and sslrootcert=FILE with the certificate of its authority.',
  ],
]

/** The message of an error and of its causes, for the operator. Only a mistake of the program has its stack. */
export function explain(error: unknown): string {
  // One error for each address of a host name.
  if (error instanceof AggregateError) return error.errors.map(explain).join(', ')
  if (!(error instanceof Error)) return String(error)
  if (isMistake(error)) return error.stack ?? error.message
  const hint = HINTS.find(([message]) => message.test(error.message))?.[1]
  const text = hint === undefined ? error.message : `${error.message}. ${hint}`
  return error.cause === undefined ? text : `${text}\n  ${explain(error.cause)}`
}

/** A `TypeError` of an input, such as an invalid URL or a failed request, has a code or a cause. */
function isMistake(error: Error): boolean {
  const isOfEngine = error instanceof TypeError || error instanceof ReferenceError
  return isOfEngine && error.cause === undefined && !('code' in error)
}

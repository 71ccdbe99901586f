import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationExecutor } from '../contract/request-context.ts'
import { codeOf, isDatabaseUnavailable } from '../database/errors.ts'
import { migrateAt, NewerSchema } from '../database/migrate.ts'
import { Problem } from '../problems/problem.ts'

// Migrates the database as soon as it can be reached, and until then rejects requests that need it.

const RETRY_MS = 250

/** SQLSTATEs that a retry does not cure: wrong user, password or database, or too few privileges. */
const PERMANENT = new Set(['28000', '28P01', '3D000', '42501'])

/** How PgBouncer rejects session settings; it uses one SQLSTATE for nearly all its errors. */
const NO_SESSION = /^unsupported startup parameter/

/**
 * `current` when the schema is the one of this version of the program, `newer` when a newer version has
 * changed it, and `waiting` until either is known.
 */
export type MigrationState = 'waiting' | 'current' | 'newer'

export interface SchemaMigration {
  readonly state: () => MigrationState
  /** Resolves once the state is known, with the migrations that were run; rejects on a permanent error. */
  readonly settled: Promise<readonly string[]>
  /** Ends the retries. */
  stop(): void
}

interface MigrationOptions {
  readonly databaseUrl: string
  readonly isPooled: boolean
  /** Whether `newer` is a permanent error. */
  readonly rejectsNewer: boolean
  /** Called once with the reason that the database cannot be reached yet. */
  readonly onWait: (error: unknown) => void
}

export function startMigration(options: MigrationOptions): SchemaMigration {
  const stopping = new AbortController()
  let state: MigrationState = 'waiting'
  const settled = untilMigrated(options, stopping.signal).then((migrated) => {
    state = migrated.state
    return migrated.ran
  })
  // Each caller that awaits it gets the error.
  settled.catch(() => {})
  return { state: () => state, settled, stop: () => stopping.abort() }
}

async function untilMigrated(
  { databaseUrl, isPooled, rejectsNewer, onWait }: MigrationOptions,
  signal: AbortSignal,
): Promise<{ readonly state: MigrationState; readonly ran: readonly string[] }> {
  for (let tries = 0; ; tries += 1) {
    try {
      return { state: 'current', ran: await migrateAt(databaseUrl, isPooled) }
    } catch (error) {
      if (error instanceof NewerSchema && !rejectsNewer) return { state: 'newer', ran: [] }
      const cause = causeOf(error)
      if (isPermanent(cause)) throw permanentError(cause)
      if (signal.aborted || !isDatabaseUnavailable(cause)) throw error
      if (tries === 0) onWait(cause)
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function isPermanent(cause: unknown): cause is Error {
  return cause instanceof Error && (PERMANENT.has(codeOf(cause)) || NO_SESSION.test(cause.message))
}

function permanentError({ message }: Error): Error {
  const remedy = NO_SESSION.test(message)
    ? ' Behind PgBouncer, set DATABASE_POOLER=transaction.'
    : ''
  return new Error(`The server rejects DATABASE_URL: ${message}.${remedy}`)
}

/**
 * Rejects operations that need the database while its schema is `waiting`, and writes while it is `newer`:
 * this version of the program would violate rules that it does not know.
 */
export function migrationGate<Dependencies>(
  state: () => MigrationState,
): (executor: OperationExecutor<Dependencies>) => OperationExecutor<Dependencies> {
  const requireWritable = (): void => {
    if (state() === 'waiting') throw waitingForDatabase()
    if (state() === 'newer') throw upgrading()
  }
  return ({ authenticate, read, write, stream, ...others }) => ({
    ...others,
    authenticate: (authorization) =>
      // A missing or malformed key gets its own response: neither is looked up.
      state() === 'waiting'
        ? authenticate(authorization).catch(rethrowProblem)
        : authenticate(authorization),
    read: (request, operation) => {
      if (state() === 'waiting') throw waitingForDatabase()
      return read(request, operation)
    },
    write: (request, operation) => {
      requireWritable()
      return write(request, operation)
    },
    stream: (request, operation) => {
      requireWritable()
      return stream(request, operation)
    },
  })
}

function rethrowProblem(error: unknown): never {
  throw error instanceof Problem ? error : waitingForDatabase(error)
}

function waitingForDatabase(cause?: unknown): Problem {
  return new Problem(
    'service_unavailable',
    'The service is starting and waits for its database. Try again after a moment.',
    { cause },
  )
}

function upgrading(): Problem {
  return new Problem(
    'service_unavailable',
    'The service rejects writes during its upgrade to a newer version. Try again after a moment.',
  )
}

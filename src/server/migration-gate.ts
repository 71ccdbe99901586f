import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../database/errors.ts'
import { migrateAt, NewerSchema } from '../database/migrate.ts'
import type { OperationExecutor } from '../contract/request-context.ts'
import { Problem } from '../problems/problem.ts'

/**
 * Of the database's tables: `current` once they are as this version of the program knows them, `newer`
 * when a newer version has changed them, and `waiting` until either is known.
 */
export type MigrationState = 'waiting' | 'current' | 'newer'

export interface SchemaMigration {
  readonly state: () => MigrationState
  /** Until it is known, with the migrations that were run; fails when waiting is of no use. */
  readonly settled: Promise<readonly string[]>
  /** Does not try again. */
  stop(): void
}

interface MigrationOptions {
  readonly databaseUrl: string
  readonly isPooled: boolean
  /** Whether `newer` is a reason to give up. */
  readonly refusesNewer: boolean
  /** Told once why the database cannot be reached yet. */
  readonly onWait: (error: unknown) => void
}

const RETRY_MS = 250

/** SQLSTATEs that waiting does not mend: a wrong user, password or database, or too few privileges. */
const REFUSALS = new Set(['28000', '28P01', '3D000', '42501'])

/** What PgBouncer says, under a SQLSTATE that it has for nearly all it says, of settings for a session. */
const NO_SESSION = /^unsupported startup parameter/

/** Migrates the database, as soon as it can be reached. */
export function startMigration(options: MigrationOptions): SchemaMigration {
  const stopping = new AbortController()
  let state: MigrationState = 'waiting'
  const settle = async (): Promise<readonly string[]> => {
    const migrated = await untilMigrated(options, stopping.signal)
    state = migrated.state
    return migrated.ran
  }
  const settled = settle()
  // Whoever waits for it is told.
  settled.catch(() => {})
  return { state: () => state, settled, stop: () => stopping.abort() }
}

async function untilMigrated(
  { databaseUrl, isPooled, refusesNewer, onWait }: MigrationOptions,
  signal: AbortSignal,
): Promise<{ readonly state: MigrationState; readonly ran: readonly string[] }> {
  for (let tries = 0; ; tries += 1) {
    try {
      return { state: 'current', ran: await migrateAt(databaseUrl, isPooled) }
    } catch (error) {
      if (error instanceof NewerSchema && !refusesNewer) return { state: 'newer', ran: [] }
      if (signal.aborted || !isPassing(error)) throw hopeless(error)
      if (tries === 0) onWait(causeOf(error))
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

function isPassing(error: unknown): boolean {
  const cause = causeOf(error)
  return isDatabaseUnavailable(cause) && !isRefusal(cause)
}

function isRefusal(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false
  return REFUSALS.has(sqlStateOf(cause)) || NO_SESSION.test(cause.message)
}

function hopeless(error: unknown): unknown {
  const cause = causeOf(error)
  if (!isRefusal(cause)) return error
  const mend = NO_SESSION.test(cause.message)
    ? ' Behind PgBouncer, set DATABASE_POOLER=transaction.'
    : ''
  return new Error(`The server refuses DATABASE_URL: ${cause.message}.${mend}`)
}

/** What a migration has failed of. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function sqlStateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/**
 * Has what needs the database refused until its tables are there, and writing refused where they are
 * newer than this version of the program, which would not keep rules that it does not know.
 */
export function migrationGate<Given>(
  state: () => MigrationState,
): (executor: OperationExecutor<Given>) => OperationExecutor<Given> {
  return ({ authenticate, read, write }) => ({
    authenticate: (authorization) =>
      // Without a key there is nothing to look up, and what cannot be a key is refused unseen.
      state() === 'waiting'
        ? authenticate(authorization).catch(refuseUnlessProblem)
        : authenticate(authorization),
    read: (request, operation) => {
      if (state() === 'waiting') throw notYet()
      return read(request, operation)
    },
    write: (request, operation) => {
      if (state() === 'waiting') throw notYet()
      if (state() === 'newer') throw notWithThisVersion()
      return write(request, operation)
    },
  })
}

function refuseUnlessProblem(error: unknown): never {
  throw error instanceof Problem ? error : notYet(error)
}

function notYet(cause?: unknown): Problem {
  return new Problem(
    'service_unavailable',
    'The service has only begun and waits for its database. Try again after a moment.',
    { cause },
  )
}

function notWithThisVersion(): Problem {
  return new Problem(
    'service_unavailable',
    'The service takes nothing while it is brought to a newer version. Try again after a moment.',
  )
}

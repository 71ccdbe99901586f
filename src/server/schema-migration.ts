import { setTimeout as sleep } from 'node:timers/promises'
import {
  codeOf,
  isDatabaseUnavailable,
  isUnconnectable,
  NO_OWNER,
  NO_OWNER_OF_TABLES,
  WITHOUT_SETTINGS,
} from '../database/errors.ts'
import { migrateAt, NewerSchema } from '../database/migrate.ts'
import type { SchemaState } from '../operation-executor.ts'

// Migrates the database as soon as it can be reached. Until then, requests that need it are rejected
// (src/operation-executor.ts).

const RETRY_MS = 250

/** SQLSTATEs that a retry does not cure: wrong user, password or database, or too few privileges. */
const PERMANENT = new Set(['28000', '28P01', '3D000', '42501'])

const REMEDIES = [
  [WITHOUT_SETTINGS, 'Behind a pooler such as PgBouncer, set DATABASE_POOLER=transaction.'],
  NO_OWNER,
  NO_OWNER_OF_TABLES,
] as const

export interface SchemaMigration {
  readonly state: SchemaState
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
  /** Called with the reason that the database cannot be used yet: the first failure, and long waits. */
  readonly onWait: (error: unknown) => void
}

export function startMigration(options: MigrationOptions): SchemaMigration {
  const stopping = new AbortController()
  const settled = untilMigrated(options, stopping.signal).then((migrated) => {
    migration.state = migrated.state
    return migrated.ran
  })
  // Each caller that awaits it gets the error.
  settled.catch(() => {})
  const migration = { state: 'waiting' as SchemaState, settled, stop: () => stopping.abort() }
  return migration
}

async function untilMigrated(
  { databaseUrl, isPooled, rejectsNewer, onWait }: MigrationOptions,
  signal: AbortSignal,
): Promise<{ readonly state: SchemaState; readonly ran: readonly string[] }> {
  for (let tries = 0; ; tries += 1) {
    try {
      return { state: 'current', ran: await migrateAt(databaseUrl, isPooled, { onWait, signal }) }
    } catch (error) {
      if (error instanceof NewerSchema && !rejectsNewer) return { state: 'newer', ran: [] }
      const cause = causeOf(error)
      if (isPermanent(cause)) throw permanentError(cause)
      if (signal.aborted || !isDatabaseUnavailable(cause) || isUnconnectable(cause)) throw error
      if (tries === 0) onWait(cause)
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function isPermanent(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false
  return PERMANENT.has(codeOf(cause)) || WITHOUT_SETTINGS.test(cause.message)
}

function permanentError({ message }: Error): Error {
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(message)) ?? []
  const sentences = [`The server rejects DATABASE_URL: ${message}.`, remedy]
  return new Error(sentences.filter(Boolean).join(' '))
}

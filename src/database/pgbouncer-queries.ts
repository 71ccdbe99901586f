import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { ClientBase, QueryConfig } from 'pg'

/**
 * Sets the two session settings that change what the service reads. A pooler tracks them for each client
 * by default (PgBouncer, track_extra_parameters).
 * @param timeoutMs response timeout, for a client that has none of its own.
 */
export async function setSession(client: ClientBase, timeoutMs?: number): Promise<void> {
  // `pg` reads query_timeout, which its types do not have.
  const query: QueryConfig & { query_timeout?: number | undefined } = {
    text: `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'`,
    query_timeout: timeoutMs,
  }
  await client.query(query)
}

/** Sets the time limits of the current transaction. Without a pooler, session settings have these limits. */
export async function limitTransaction(
  connection: DatabaseConnection,
  statementTimeoutMs: number,
): Promise<void> {
  const limit = `${statementTimeoutMs}ms`
  await connection.executeQuery(
    CompiledQuery.raw(
      `SELECT set_config('statement_timeout', $1, true),
        set_config('idle_in_transaction_session_timeout', $1, true)`,
      [limit],
    ),
  )
}

/** The migration lock of Kysely's `PostgresAdapter`. A process without a pooler takes the same lock. */
const MIGRATION_LOCK = '3853314791062309107'

/** Begins a transaction that holds the migration lock. @returns false if another transaction holds it. */
export async function beginMigration(client: ClientBase): Promise<boolean> {
  await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0`)
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS locked`,
  )
  if (rows[0]?.locked === true) return true
  await endMigration(client)
  return false
}

export async function endMigration(client: ClientBase): Promise<void> {
  await client.query('ROLLBACK')
}

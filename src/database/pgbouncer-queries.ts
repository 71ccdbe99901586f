import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { ClientBase, QueryConfig } from 'pg'

/**
 * What the service reads depends on these two. A pooler keeps them for each of its clients, as it does
 * for all settings that the server reports whenever they change (PgBouncer, features, startup
 * parameters).
 * @param timeoutMs for the answer, where the client has no limit of its own.
 */
export async function setSession(client: ClientBase, timeoutMs?: number): Promise<void> {
  // `pg` reads it; its types do not know that.
  const query: QueryConfig & { query_timeout?: number | undefined } = {
    text: `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'`,
    query_timeout: timeoutMs,
  }
  await client.query(query)
}

/** For the transaction that is under way: what else would be settings of the session. */
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

/** Kysely's own (its `PostgresAdapter`): whoever migrates without a pooler holds the same one. */
const MIGRATION_LOCK = '3853314791062309107'

/** Begins a transaction that the lock ends with. @returns false when somebody else holds it. */
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

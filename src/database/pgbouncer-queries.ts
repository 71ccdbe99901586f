import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { ClientBase } from 'pg'
import type { TimedQuery } from './statement.ts'

/**
 * Sets the session settings that change what the service reads. A pooler tracks them for each client
 * by default (PgBouncer, track_extra_parameters).
 * @param timeoutMs response timeout, for a client that has none of its own.
 */
export async function setSession(client: ClientBase, timeoutMs?: number): Promise<void> {
  const query: TimedQuery = {
    text: `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET standard_conforming_strings = on`,
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

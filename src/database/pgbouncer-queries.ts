import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { ClientBase } from 'pg'
import { SettingsDropped } from './errors.ts'
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

/** A setting without an effect, which a session has only if its settings have arrived. */
export const MARK = 'art_marketplace.session'

/**
 * A connection takes one round trip more, because the start of a session returns no setting of this kind.
 * @param timeoutMs response timeout, for a client that has none of its own.
 * @throws {SettingsDropped} when a pooler has dropped the settings of this session.
 */
export async function requireSession(client: ClientBase, timeoutMs?: number): Promise<void> {
  const query: TimedQuery = {
    text: `SELECT current_setting('${MARK}', true) AS mark`,
    query_timeout: timeoutMs,
  }
  const { rows } = await client.query<{ mark: string | null }>(query)
  if (rows[0]?.mark !== 'on') throw new SettingsDropped()
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

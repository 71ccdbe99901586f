import { withClient } from '../../bench/database/bench-database-queries.ts'

/** The role of the service, which owns only its database. */
export const SERVICE_ROLE = 'art_service'
export const DATABASE = 'art'

/** @param password not a default one, which the service rejects. */
export function createServiceDatabase(serverUrl: string, password: string): Promise<void> {
  return withClient(serverUrl, async (client) => {
    const role = client.escapeIdentifier(SERVICE_ROLE)
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(DATABASE)} OWNER ${role}`)
  })
}

/** The number of events by title, of titles with `prefix`. */
export function countEventsByTitle(
  databaseUrl: string,
  prefix: string,
): Promise<Map<string, number>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ title: string; count: number }>(
      `SELECT title, count(*)::integer AS count FROM events
       WHERE starts_with(title, $1) GROUP BY title`,
      [prefix],
    )
    return new Map(rows.map(({ title, count }) => [title, count]))
  })
}

/**
 * Terminates the backends of the service with an open transaction.
 * @param serverUrl of a superuser, connected to the service's database.
 * @returns their number.
 */
export function terminateTransactions(serverUrl: string): Promise<number> {
  return withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = $1 AND backend_type = 'client backend' AND xact_start IS NOT NULL`,
      [SERVICE_ROLE],
    )
    return rowCount ?? 0
  })
}

/** The process of one of the service's connections; undefined when it has none. */
export function selectBackend(serverUrl: string): Promise<number | undefined> {
  return withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE usename = $1 AND backend_type = 'client backend'
       ORDER BY random() LIMIT 1`,
      [SERVICE_ROLE],
    )
    return rows[0]?.pid
  })
}

/** The number of connections of the service. */
export function countConnections(serverUrl: string): Promise<number> {
  return withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM pg_stat_activity WHERE usename = $1',
      [SERVICE_ROLE],
    )
    return rows[0]?.count ?? 0
  })
}

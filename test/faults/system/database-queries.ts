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

/** The number of records of any kind by title or name, of those with `prefix`. */
export function countByTitle(databaseUrl: string, prefix: string): Promise<Map<string, number>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ title: string; count: number }>(
      `SELECT title, count(*)::integer AS count FROM (
         SELECT title FROM events UNION ALL SELECT title FROM artworks
         UNION ALL SELECT name FROM galleries UNION ALL SELECT name FROM artists) AS records
       WHERE starts_with(title, $1) GROUP BY title`,
      [prefix],
    )
    return new Map(rows.map(({ title, count }) => [title, count]))
  })
}

/** Adds galleries of a user, to whom no other record belongs. @returns their ids. */
export function createGalleries(databaseUrl: string, username: string): Promise<number[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO galleries (name, slug, owner_id)
       SELECT slug || '-' || n, slug || '-' || n, id FROM users, generate_series(1, 2) AS n
       WHERE username = $1 RETURNING id`,
      [username],
    )
    return rows.map(({ id }) => id)
  })
}

/** The tables of pictures with the records that show them. The placeholder is the picture 1. */
const PICTURES = [
  ['artwork_images', 'SELECT featured_image_id FROM artworks'],
  [
    'images',
    'SELECT featured_image_id FROM galleries UNION ALL SELECT featured_image_id FROM artists',
  ],
] as const

/** Pictures that no record shows, such as `artwork_images 7`. */
export function selectUnusedPictures(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const unused: string[] = []
    for (const [table, users] of PICTURES) {
      const { rows } = await client.query<{ id: number }>(
        `SELECT id FROM ${table} WHERE id > 1
           AND NOT EXISTS (SELECT FROM (${users}) AS users WHERE featured_image_id = ${table}.id)`,
      )
      unused.push(...rows.map(({ id }) => `${table} ${id}`))
    }
    return unused
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

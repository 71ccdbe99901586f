import pg from 'pg'
import type { CatalogueSize } from '../../../scripts/demo/pool-sizes.ts'

/** Runs `work` on a new connection. */
export async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The query rejects with the error, too.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The version of PostgreSQL, such as 18.4. */
export function selectServerVersion(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version.split(' ')[0] ?? 'unknown'
  })
}

/** Does nothing if the database exists. */
export function createDatabase(serverUrl: string, name: string): Promise<void> {
  return withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  })
}

/** @throws when the database to be copied has other connections. */
export function copyDatabase(databaseUrl: string, name: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ original: string }>(
      'SELECT current_database() AS original',
    )
    const [copy, original] = [name, rows[0]?.original ?? ''].map((each) =>
      client.escapeIdentifier(each),
    )
    // As files, because the copy is large and needs no write-ahead log.
    await client.query(`CREATE DATABASE ${copy} TEMPLATE ${original} STRATEGY file_copy`)
  })
}

export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return withClient(serverUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
  })
}

export function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  return withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    return rowCount === 1
  })
}

/** Updates statistics and the visibility map, and removes dead rows. */
export function vacuum(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query('VACUUM (ANALYZE)')
  })
}

/** Whether the database has tables. */
export function hasTables(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' LIMIT 1`,
    )
    return rowCount === 1
  })
}

/** The size of the bench's catalogue; undefined in another database. */
export function selectFilledSize(databaseUrl: string): Promise<CatalogueSize | undefined> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('bench.filled') IS NOT NULL AS there`,
    )
    if (rows[0]?.there !== true) return undefined
    return (await client.query<CatalogueSize>('SELECT artworks, events FROM bench.filled')).rows[0]
  })
}

/** In a separate schema, outside the schema of the service. */
export function markFilled(databaseUrl: string, size: CatalogueSize): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `CREATE SCHEMA bench;
       CREATE TABLE bench.filled (artworks integer NOT NULL, events integer NOT NULL);
       INSERT INTO bench.filled VALUES (${size.artworks}, ${size.events})`,
    )
  })
}

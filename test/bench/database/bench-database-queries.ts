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

/** The rows of a statement on a new connection. */
export function selectOnce<Row extends object>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withClient(
    databaseUrl,
    async (client) => (await client.query<Row>(text, [...values])).rows,
  )
}

/** Runs a statement on a new connection. Without values, it can be several. */
export async function runOnce(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(text, [...values]))
}

/** The version of PostgreSQL, such as 18.4. */
export async function selectServerVersion(databaseUrl: string): Promise<string> {
  const [row] = await selectOnce<{ server_version: string }>(databaseUrl, 'SHOW server_version')
  return row?.server_version.split(' ')[0] ?? 'unknown'
}

/** Does nothing if the database exists. */
export async function createDatabase(serverUrl: string, name: string): Promise<void> {
  if (await hasDatabase(serverUrl, name)) return
  await runOnce(serverUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}`)
}

/** @throws when the database to be copied has other connections. */
export async function copyDatabase(databaseUrl: string, name: string): Promise<void> {
  const [row] = await selectOnce<{ name: string }>(databaseUrl, 'SELECT current_database() AS name')
  const [copy, original] = [name, row?.name ?? ''].map((each) => pg.escapeIdentifier(each))
  // As files, because the copy is large and needs no write-ahead log.
  await runOnce(databaseUrl, `CREATE DATABASE ${copy} TEMPLATE ${original} STRATEGY file_copy`)
}

export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return runOnce(serverUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
}

export async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  const rows = await selectOnce(serverUrl, 'SELECT FROM pg_database WHERE datname = $1', [name])
  return rows.length === 1
}

/** Updates statistics and the visibility map, and removes dead rows. */
export function vacuum(databaseUrl: string): Promise<void> {
  return runOnce(databaseUrl, 'VACUUM (ANALYZE)')
}

export async function hasTables(databaseUrl: string): Promise<boolean> {
  const rows = await selectOnce(
    databaseUrl,
    `SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' LIMIT 1`,
  )
  return rows.length === 1
}

/** The size of the bench's catalogue; undefined in another database. */
export async function selectFilledSize(databaseUrl: string): Promise<CatalogueSize | undefined> {
  const marks = await selectOnce(
    databaseUrl,
    `SELECT WHERE to_regclass('bench.filled') IS NOT NULL`,
  )
  if (marks.length === 0) return undefined
  return (await selectOnce<CatalogueSize>(databaseUrl, 'SELECT * FROM bench.filled'))[0]
}

/** In a separate schema, outside the schema of the service. */
export function markFilled(databaseUrl: string, size: CatalogueSize): Promise<void> {
  return runOnce(
    databaseUrl,
    `CREATE SCHEMA bench;
     CREATE TABLE bench.filled (artworks integer NOT NULL, events integer NOT NULL);
     INSERT INTO bench.filled VALUES (${size.artworks}, ${size.events})`,
  )
}

import { sql, type Kysely } from 'kysely'

export interface SchemaVersion {
  /** Of a migration, or `schema` for the functions and triggers. */
  readonly name: string
  /** SHA-256 of the text, in hexadecimal digits; that of `schema` is followed by the one of its definitions. */
  readonly hash: string
  /** Whether older versions of the program cannot write any more. */
  readonly breaks_older: boolean
  /** The version of the program that ran it. */
  readonly program: string
}

/**
 * Takes the lock of migrations, and lets the other locks of this transaction fail after `lockTimeoutMs`.
 *
 * Functions keep the `search_path`, so it does not depend on the session that calls them. The number of the lock is that
 * of Kysely's migrations, with which versions before 1.3.0 migrated.
 * @returns false if another process migrates.
 */
export async function tryMigrationLock<Tables>(
  transaction: Kysely<Tables>,
  lockTimeoutMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(3853314791062309107) AS locked`.execute(transaction)
  if (rows[0]?.locked !== true) return false
  await sql`SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true),
    set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(transaction)
  return true
}

/** @returns false if the table exists. */
export async function createSchemaVersions<Tables>(transaction: Kysely<Tables>): Promise<boolean> {
  if (await hasTable(transaction, 'schema_versions')) return false
  await sql`CREATE TABLE schema_versions (
    name text PRIMARY KEY,
    hash text NOT NULL,
    breaks_older boolean NOT NULL,
    program text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`.execute(transaction)
  return true
}

export async function selectSchemaVersions<Tables>(db: Kysely<Tables>): Promise<SchemaVersion[]> {
  const { rows } = await sql<SchemaVersion>`
    SELECT name, hash, breaks_older, program FROM schema_versions ORDER BY name`.execute(db)
  return rows
}

export async function insertMigration<Tables>(
  transaction: Kysely<Tables>,
  { name, hash, breaks_older, program }: SchemaVersion,
): Promise<void> {
  await sql`INSERT INTO schema_versions (name, hash, breaks_older, program)
    VALUES (${name}, ${hash}, ${breaks_older}, ${program})`.execute(transaction)
}

export async function upsertCode<Tables>(
  transaction: Kysely<Tables>,
  { name, hash, program }: SchemaVersion,
): Promise<void> {
  await sql`INSERT INTO schema_versions (name, hash, breaks_older, program)
    VALUES (${name}, ${hash}, false, ${program})
    ON CONFLICT (name) DO UPDATE
      SET hash = excluded.hash, program = excluded.program, applied_at = now()`.execute(transaction)
}

/** The migrations that versions before 1.3.0 recorded, in Kysely's table. */
export async function findOlderMigrations<Tables>(transaction: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(transaction, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM kysely_migration ORDER BY name`.execute(transaction)
  return rows.map(({ name }) => name)
}

async function hasTable<Tables>(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass(quote_ident(current_schema()) || '.' || ${name})
      IS NOT NULL AS exists`.execute(db)
  return rows[0]?.exists === true
}

/** Runs a text of several statements. */
export async function runSql<Tables>(transaction: Kysely<Tables>, text: string): Promise<void> {
  await sql.raw(text).execute(transaction)
}

/**
 * A hash of the columns, indexes and constraints of all tables, those that record migrations aside. It depends on names
 * and types alone, which are the same in all versions of PostgreSQL.
 */
export async function hashDataDefinitions<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    WITH relations AS (
      SELECT oid, relname, relkind FROM pg_class
      WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relname !~ '^(kysely_|schema_versions)'
    ), definitions AS (
      SELECT format('%s.%s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated) AS line
      FROM relations JOIN pg_attribute ON attrelid = relations.oid
      WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT 'index ' || relname FROM relations WHERE relkind = 'i'
      UNION ALL
      SELECT format('constraint %s.%s', relname, conname)
      FROM relations JOIN pg_constraint ON conrelid = relations.oid WHERE contype <> 'n'
    )
    SELECT encode(sha256(string_agg(line, E'\n' ORDER BY line COLLATE "C")::bytea), 'hex') AS hash
    FROM definitions`.execute(db)
  return rows[0]?.hash ?? ''
}

/**
 * A hash of the functions of the role that migrates, and of their triggers on its tables: those of extensions and of other roles
 * are none of the code. A trigger that is disabled has another one.
 */
export async function hashCodeDefinitions<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    WITH functions AS (
      SELECT pg_proc.oid, proowner FROM pg_proc JOIN pg_class ON proowner = relowner
      WHERE pg_class.oid = 'schema_versions'::regclass AND pronamespace = relnamespace AND prokind IN ('f', 'p')
        AND NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'
        )
    ), definitions AS (
      SELECT pg_get_functiondef(oid) AS line FROM functions
      UNION ALL
      SELECT pg_get_triggerdef(pg_trigger.oid) || tgenabled::text
      FROM pg_trigger JOIN functions ON tgfoid = functions.oid
      JOIN pg_class ON tgrelid = pg_class.oid AND relowner = proowner WHERE NOT tgisinternal
    )
    SELECT encode(sha256(convert_to(string_agg(line, E'\n' ORDER BY line COLLATE "C"), 'UTF8')), 'hex') AS hash
    FROM definitions`.execute(db)
  return rows[0]?.hash ?? ''
}

/** What decides whether a database can have the schema. */
interface DatabaseProperties {
  /** By PostgreSQL's name: `UTF8`, `LATIN1`. */
  readonly encoding: string
  /** The major version of PostgreSQL. */
  readonly version: number
}

/** Reads the properties from the settings of the server, in one statement. */
export async function selectDatabaseProperties<Tables>(
  db: Kysely<Tables>,
): Promise<DatabaseProperties> {
  const { rows } = await sql<DatabaseProperties>`
    SELECT current_setting('server_encoding') AS encoding,
      current_setting('server_version_num')::integer / 10000 AS version`.execute(db)
  return rows[0] as DatabaseProperties
}

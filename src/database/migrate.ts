import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Migrator, sql, type Kysely, type Migration, type MigrationProvider } from 'kysely'
import { projectRoot } from '../config.ts'
import { connect } from './pool.ts'
import { selectEncoding, selectMigrationNames } from './migration-queries.ts'

/** The SQL files of the schema, one for each topic, run in the order of their names. */
const SCHEMA_FOLDER = 'src/database/schema'

/** In order. A released migration is never edited; a later one corrects it. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-baseline': {
    async up(db) {
      // Functions keep this `search_path`, so it does not depend on the session that calls them. The setting
      // ends with the transaction.
      await sql`SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)`.execute(
        db,
      )
      const folder = path.join(projectRoot(), SCHEMA_FOLDER)
      for (const file of readdirSync(folder).toSorted()) {
        await sql.raw(readFileSync(path.join(folder, file), 'utf8')).execute(db)
      }
    },
  },
}

/** The first of the migrations that the baseline replaces. */
const BEFORE_BASELINE: string = '0001-catalogue'

/** In order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) }

/** The database has migrations of a newer version of the program. */
export class NewerSchema extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database has migrations that this version of the program does not know: ${names.join(', ')}. ` +
        'Start the version that ran them or a newer one, or name another database.',
    )
    this.name = 'NewerSchema'
  }
}

/** The only encoding that can store every text that the contract allows. */
const ENCODING = 'UTF8'

/** @throws for another encoding, which it names. */
async function requireEncoding<Tables>(db: Kysely<Tables>): Promise<void> {
  const encoding = await selectEncoding(db)
  if (encoding === ENCODING) return
  throw new Error(
    `The database has the encoding ${encoding}. Create one that stores every text: ` +
      `CREATE DATABASE ... ENCODING '${ENCODING}' TEMPLATE template0.`,
  )
}

/**
 * Migrates the schema in one transaction under an advisory lock: of several processes that start at once,
 * one migrates and the others wait.
 * @returns the names of the migrations that this call ran.
 * @throws {NewerSchema} when a newer version of the program has migrated it.
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<string[]> {
  await requireEncoding(db)
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) {
    const unknown = await unknownMigrations(db).catch((): string[] => [])
    if (unknown.includes(BEFORE_BASELINE)) {
      throw new Error(
        'An earlier version made this database, and its schema cannot be brought to the present one. ' +
          'Name an empty database (DATABASE_URL, or DATA_DIRECTORY for the embedded one) and load it again.',
      )
    }
    if (unknown.length > 0) throw new NewerSchema(unknown)
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName
    throw new Error(`Migration ${failed ?? 'of the schema'} failed`, { cause: error })
  }
  return (results ?? []).map(({ migrationName }) => migrationName)
}

async function unknownMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  return (await selectMigrationNames(db)).filter((name) => !Object.hasOwn(MIGRATIONS, name))
}

/** Migrates a database over a connection of its own. */
export async function migrateAt(databaseUrl: string, isPooled = false): Promise<string[]> {
  const db = connect({
    databaseUrl,
    isPooled,
    poolSize: 1,
    statementTimeoutMs: 0,
    // A migration outdates prepared statements.
    prepared: false,
    // The current statement fails with the same error.
    onConnectionError: () => {},
  })
  try {
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}

import { Migrator, type Kysely, type MigrationProvider } from 'kysely'
import { connect } from './connect.ts'
import { selectEncoding, selectMigrationNames } from './migration-queries.ts'
import * as catalogue from './migrations/0001-catalogue.ts'
import * as referenceData from './migrations/0002-reference-data.ts'
import * as importSources from './migrations/0003-import-sources.ts'
import * as sortKeys from './migrations/0004-sort-keys.ts'
import * as credentials from './migrations/0005-credentials.ts'
import * as writing from './migrations/0006-writing.ts'
import * as changes from './migrations/0007-changes.ts'
import * as waypoints from './migrations/0008-waypoints.ts'
import * as readyRecords from './migrations/0009-ready-records.ts'
import * as truncation from './migrations/0010-truncation.ts'
import * as links from './migrations/0011-links.ts'
import * as searchPath from './migrations/0012-search-path.ts'
import * as placeholderColors from './migrations/0013-placeholder-colors.ts'
import * as documents from './migrations/0014-documents.ts'

/** In order; a migration that has landed is never edited, the next one mends it. */
const MIGRATIONS = {
  '0001-catalogue': catalogue,
  '0002-reference-data': referenceData,
  '0003-import-sources': importSources,
  '0004-sort-keys': sortKeys,
  '0005-credentials': credentials,
  '0006-writing': writing,
  '0007-changes': changes,
  '0008-waypoints': waypoints,
  '0009-ready-records': readyRecords,
  '0010-truncation': truncation,
  '0011-links': links,
  '0012-search-path': searchPath,
  '0013-placeholder-colors': placeholderColors,
  '0014-documents': documents,
}

/** Their names, in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

const provider: MigrationProvider = { getMigrations: () => Promise.resolve(MIGRATIONS) }

/** The database has what only a newer version of the program knows. */
export class NewerSchema extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database has migrations that this version of the program does not know: ${names.join(', ')}. ` +
        'Start the version that made them or a newer one, or name another database.',
    )
    this.name = 'NewerSchema'
  }
}

/** Only this one has a place for whatever the contract lets be told. */
const ENCODING = 'UTF8'

/** @throws naming the encoding of a database that cannot keep every text. */
async function requireEncoding<Tables>(db: Kysely<Tables>): Promise<void> {
  const encoding = await selectEncoding(db)
  if (encoding === ENCODING) return
  throw new Error(
    `The database has the encoding ${encoding}. Make one that keeps every text: ` +
      `CREATE DATABASE ... ENCODING '${ENCODING}' TEMPLATE template0.`,
  )
}

/**
 * Brings the schema up to date, all or nothing, under an advisory lock: of several processes that
 * start at once, one migrates and the others wait.
 * @returns the names of the migrations that this call ran.
 * @throws {NewerSchema} when a newer version of the program has been there; an error that says what to
 *   do when the database is not in UTF-8.
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<string[]> {
  await requireEncoding(db)
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) {
    const unknown = await unknownMigrations(db).catch(() => [])
    if (unknown.length > 0) throw new NewerSchema(unknown)
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName
    throw new Error(`Migration ${failed ?? 'of the schema'} failed`, { cause: error })
  }
  return (results ?? []).map(({ migrationName }) => migrationName)
}

async function unknownMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  return (await selectMigrationNames(db)).filter((name) => !Object.hasOwn(MIGRATIONS, name))
}

/** The same for a database that is not connected yet, over a connection of its own. */
export async function migrateAt(databaseUrl: string, isPooled = false): Promise<string[]> {
  const db = connect({
    databaseUrl,
    isPooled,
    poolSize: 1,
    statementTimeoutMs: 0,
    // A plan would be of tables as they were.
    prepared: false,
    // Whoever uses the connection gets the error too.
    onConnectionError: () => {},
  })
  try {
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}

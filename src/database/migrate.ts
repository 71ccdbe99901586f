import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely } from 'kysely'
import { projectRoot } from '../config.ts'
import { codeOf } from './errors.ts'
import {
  createSchemaVersions,
  findOlderMigrations,
  hashCodeDefinitions,
  hashDataDefinitions,
  insertMigration,
  runSql,
  selectSchemaVersions,
  selectDatabaseProperties,
  tryMigrationLock,
  upsertCode,
  type SchemaVersion,
} from './migration-queries.ts'
import { connect } from './pool.ts'

// The schema has two parts. Migrations define what holds data: tables, columns, constraints, indexes. Each runs once, in
// the order of the names, and its file never changes afterwards. Code is functions, triggers and views: all of it runs
// again when its text has changed, or when a function or trigger of the database has. The table `schema_versions` records
// the hash of each.

/** Data definitions, one file for each migration. */
const MIGRATIONS_FOLDER = 'src/database/migrations'

/** Functions and triggers, one file for each topic. */
const CODE_FOLDER = 'src/database/schema'

/** The name of the code in `schema_versions`, and among the names that `migrate` returns. */
export const CODE = 'schema'

/**
 * The first line of a migration beside which the release before cannot run: it reads or writes something that the
 * migration removes. A process of an older version that finds such a migration responds 503 to writes.
 */
const BREAKS_OLDER = '-- Breaks older versions.\n'

/** The hash of the data definitions (`hashDataDefinitions`) that the migration 0001-baseline makes. */
const BASELINE_DEFINITIONS = 'b482d71dcb76d0e1479608296a85e654f040b25b676d3087baf7130e758e1433'

/** The version of the program, such as `1.3.0`. */
const VERSION: string = (
  JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as { version: string }
).version

/** A lock of a table that a writer holds is retried after this, so that writers and readers wait no longer. */
const LOCK_TIMEOUT_MS = 500

/** Writers leave a gap within two minutes, or the migration fails. The migrations of other processes count no attempt. */
const LOCK_ATTEMPTS = 200

/** Until the next attempt, while another process migrates or a writer has the lock of a table. */
const LOCK_PAUSE_MS = 100

/** Processes that start at once, with nothing to migrate, wait fewer times. */
const UNREPORTED_WAITS = 10

interface SqlFile {
  readonly name: string
  /** Its path from the root of the project. */
  readonly path: string
  readonly text: string
}

const MIGRATIONS: readonly SqlFile[] = sqlFiles(MIGRATIONS_FOLDER)

/** In the order in which they run. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name)

function sqlFiles(folder: string): SqlFile[] {
  const directory = path.join(projectRoot(), folder)
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      name: path.basename(file, '.sql'),
      path: `${folder}/${file}`,
      text: readFileSync(path.join(directory, file), 'utf8'),
    }))
}

/** The database has migrations of a newer version of the program, beside which this one cannot write. */
export class NewerSchema extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database has migrations that this version of the program does not know: ${names.join(', ')}. ` +
        'Start the version that ran them or a newer one, or name another database.',
    )
    this.name = 'NewerSchema'
  }
}

/** The database does not have the schema that this version of the program, or an older one, has made. */
export class SchemaMismatch extends Error {
  constructor(cause: string) {
    super(
      `${cause} This version cannot migrate it: write its records to files (npm run export -- KIND FILE), name an ` +
        'empty database (DATABASE_URL, or DATA_DIRECTORY for the embedded one), and read them there ' +
        '(npm run import -- KIND FILE).',
    )
    this.name = 'SchemaMismatch'
  }
}

/** The only encoding that can store every text that the contract allows. */
const ENCODING = 'UTF8'

/** Older versions are not tested, and their makers no longer mend them. */
const OLDEST_POSTGRESQL = 15

/** @throws for an older PostgreSQL or another encoding, which it names. */
async function requireSupported<Tables>(db: Kysely<Tables>): Promise<void> {
  const { encoding, version } = await selectDatabaseProperties(db)
  if (version < OLDEST_POSTGRESQL) {
    throw new Error(
      `PostgreSQL ${version} is too old: version ${OLDEST_POSTGRESQL} or newer is needed.`,
    )
  }
  if (encoding === ENCODING) return
  throw new Error(
    `The database has the encoding ${encoding}. Create one that stores every text: ` +
      `CREATE DATABASE ... ENCODING '${ENCODING}' TEMPLATE template0.`,
  )
}

interface MigrateOptions {
  /** Called once, after UNREPORTED_WAITS, with the cause of the wait. */
  readonly onWait?: (reason: string) => void
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined
  /** After so many it fails if the locks of tables are never free. */
  readonly lockAttempts?: number
}

/** SQLSTATE: lock not available. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Migrates the schema in one transaction under an advisory lock: of several processes that start at once, one migrates
 * and the others wait. Those have no open transaction, so that however many they are, they leave the connections of a
 * pooler free. It takes the locks of tables only when they are free, and begins again when they are not, so that requests
 * of other processes go on.
 * @returns the names of the migrations that this call ran, and `schema` if it replaced functions and triggers.
 * @throws {NewerSchema} when a newer version of the program has migrated it, and older ones cannot write any more.
 * @throws {SchemaMismatch} when the database has another schema than the recorded migrations make.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  { onWait, signal, lockAttempts = LOCK_ATTEMPTS }: MigrateOptions = {},
): Promise<string[]> {
  await requireSupported(db)
  for (let failures = 0, waits = 1; ; waits += 1) {
    let reason = 'another process migrates the database'
    try {
      const ran = await db.transaction().execute(applySchema)
      if (ran !== undefined) return ran
    } catch (error) {
      failures += 1
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || failures === lockAttempts) throw error
      reason = 'a transaction locks a table that a migration changes'
    }
    if (waits === UNREPORTED_WAITS) onWait?.(reason)
    await sleep(LOCK_PAUSE_MS, undefined, { signal })
  }
}

/** @returns the names of the migrations that it ran; undefined if another process migrates. */
async function applySchema<Tables>(transaction: Kysely<Tables>): Promise<string[] | undefined> {
  if (!(await tryMigrationLock(transaction, LOCK_TIMEOUT_MS))) return undefined
  await adoptBaseline(transaction)
  const versions = await selectSchemaVersions(transaction)
  requireKnown(versions)
  const pending = MIGRATIONS.filter(({ name }) => !versions.some((each) => each.name === name))
  for (const migration of pending) {
    await run(transaction, migration)
    await insertMigration(transaction, versionOf(migration))
  }
  const ranCode = await applyCode(transaction, versions)
  return [...pending.map(({ name }) => name), ...(ranCode ? [CODE] : [])]
}

function versionOf({ name, text }: SqlFile): SchemaVersion {
  return { name, hash: hashOf(text), breaks_older: text.startsWith(BREAKS_OLDER), program: VERSION }
}

async function run<Tables>(transaction: Kysely<Tables>, file: SqlFile): Promise<void> {
  try {
    await runSql(transaction, file.text)
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) throw error
    throw new Error(`${file.path} fails${placeOf(error, file.text)}`, { cause: error })
  }
}

/** PostgreSQL counts characters from 1. It names no place for what fails while it runs. */
function placeOf(error: unknown, text: string): string {
  const position = Number((error as { position?: string }).position)
  if (Number.isNaN(position)) return ''
  return ` at line ${text.slice(0, position).split('\n').length}`
}

/**
 * Prepares the record of what the database has. Versions before the record used Kysely's: a database with the last
 * schema of that time has the baseline.
 */
async function adoptBaseline<Tables>(transaction: Kysely<Tables>): Promise<void> {
  if (!(await createSchemaVersions(transaction))) return
  const older = await findOlderMigrations(transaction)
  if (older.length === 0) return
  const baseline = MIGRATIONS[0] as SqlFile
  const isBaseline = older.length === 1 && older[0] === baseline.name
  if (!isBaseline || (await hashDataDefinitions(transaction)) !== BASELINE_DEFINITIONS) {
    throw new SchemaMismatch('An unreleased version before 1.3.0 made this database.')
  }
  await insertMigration(transaction, { ...versionOf(baseline), program: '1.3.0' })
}

/** @throws unless each recorded migration has the text of the file here, or leaves older versions unharmed. */
function requireKnown(versions: readonly SchemaVersion[]): void {
  const unknown: string[] = []
  for (const { name, hash, breaks_older } of versions) {
    if (name === CODE) continue
    const file = MIGRATIONS.find((each) => each.name === name)
    if (file === undefined) {
      if (breaks_older) unknown.push(name)
    } else if (hashOf(file.text) !== hash) {
      throw new SchemaMismatch(
        `The file of the migration ${name} is not the one that was run here.`,
      )
    }
  }
  if (unknown.length > 0) throw new NewerSchema(unknown)
}

/**
 * Runs the code if its text has changed, or if the database no longer has what that text defines, unless a newer version
 * of the program has run its own. Of two unreleased states of one version, the one that starts last runs its code.
 */
async function applyCode<Tables>(
  transaction: Kysely<Tables>,
  versions: readonly SchemaVersion[],
): Promise<boolean> {
  const files = sqlFiles(CODE_FOLDER)
  const textHash = hashOf(files.map(({ text }) => text).join('\n'))
  const currentHash = async (): Promise<string> =>
    `${textHash} ${await hashCodeDefinitions(transaction)}`
  const present = versions.find(({ name }) => name === CODE)
  if (present !== undefined) {
    if (isNewer(present.program, VERSION) || present.hash === (await currentHash())) return false
  }
  for (const file of files) await run(transaction, file)
  const hash = await currentHash()
  await upsertCode(transaction, { name: CODE, hash, breaks_older: false, program: VERSION })
  return true
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Whether version `a` is newer than version `b`. */
function isNewer(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) > 0
}

/** Migrates a database over a connection of its own. */
export async function migrateAt(
  databaseUrl: string,
  isPooled = false,
  options: MigrateOptions = {},
): Promise<string[]> {
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
    return await migrate(db, options)
  } finally {
    await db.destroy()
  }
}

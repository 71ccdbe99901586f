import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startScratchServer, type ScratchServer } from '../../scripts/scratch-server.ts'
import { LogArchive } from '../../src/database/log-archive.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

const FILE_BYTES = 16 * 1024 * 1024

const test = useDatabase()
let folder: string
/** While this file exists, the server can archive. */
let archive: string
let server: ScratchServer
let db: Kysely<Database>
const archived = new LogArchive()

beforeAll(async () => {
  folder = await mkdtemp(path.join(scratchFolder(), 'log-archive-'))
  archive = path.join(folder, 'archive')
  const settings = ['archive_mode=on', 'fsync=off']
  server = await startScratchServer(path.join(folder, 'server-'), settings)
  db = connect({ ...connectionTo(server.url('postgres')), poolSize: 1 })
})
afterAll(async () => {
  await db.destroy()
  await server.close()
  await rm(folder, { recursive: true })
})

/** Ends the current file of the log, which is archived then. */
async function endFile(): Promise<void> {
  await sql`SELECT pg_logical_emit_message(false, 'test', 'a record')`.execute(db)
  await sql`SELECT pg_switch_wal()`.execute(db)
}

/** Lets the server archive a file of this name after all others. */
async function letArchive(name: string): Promise<void> {
  const { rows } = await sql<{ data: string }>`
    SELECT current_setting('data_directory') AS data`.execute(db)
  const log = path.join(rows[0]!.data, 'pg_wal')
  await writeFile(path.join(log, name), '')
  await writeFile(path.join(log, 'archive_status', `${name}.ready`), '')
  // It wakes the archiver.
  await sql`SELECT pg_reload_conf()`.execute(db)
  await expect.poll(lastArchived).toBe(name)
}

async function lastArchived(): Promise<string | null | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    SELECT last_archived_wal AS name FROM pg_stat_archiver`.execute(db)
  return rows[0]?.name
}

it('counts all of the log while no command archives it', async () => {
  expect(await archived.lag(db)).toBeGreaterThan(FILE_BYTES)
})

it('counts the log that is not archived, before and after the first file that is', async () => {
  await sql`ALTER SYSTEM SET archive_command = ${sql.lit(`test -e ${archive}`)}`.execute(db)
  await sql`SELECT pg_reload_conf()`.execute(db)
  await expect.poll(() => archived.lag(db)).toBeUndefined()
  await endFile()
  await endFile()
  await expect.poll(() => archived.lag(db)).toBeGreaterThanOrEqual(2 * FILE_BYTES)
  await writeFile(archive, '')
  await endFile()
  await expect.poll(() => archived.lag(db)).toBeLessThan(FILE_BYTES)
  await rm(archive)
  await endFile()
  await endFile()
  await expect.poll(() => archived.lag(db)).toBeGreaterThanOrEqual(2 * FILE_BYTES)
})

it('counts all of the log, if not even the history of a new timeline can be archived, which comes first', async () => {
  await writeFile(archive, '')
  await endFile()
  await expect.poll(() => archived.lag(db)).toBeLessThan(FILE_BYTES)
  await rm(archive)
  const { rows } = await sql<{ data: string; written: number }>`
    SELECT current_setting('data_directory') AS data, (pg_current_wal_lsn() - '0/0')::float8 AS written
    FROM pg_stat_reset_shared('archiver')`.execute(db)
  const { data, written } = rows[0]!
  await writeFile(path.join(data, 'pg_wal/00000002.history'), '')
  await writeFile(path.join(data, 'pg_wal/archive_status/00000002.history.ready'), '')
  await endFile()
  await expect.poll(() => archived.lag(db)).toBeGreaterThanOrEqual(written)
})

it.each<[string, string]>([
  // Its name is that of the first file of the backup.
  ['the record of a base backup', '.00000028.backup'],
  // A checkpoint hands those over that were there before archive_mode was on.
  ['an old file that is archived late', ''],
])('counts from the newest file that is archived, also after %s', async (_, suffix) => {
  await writeFile(archive, '')
  const { rows } = await sql<{ first: string }>`
    SELECT pg_walfile_name(pg_current_wal_lsn()) AS first`.execute(db)
  for (let file = 0; file < 3; file += 1) await endFile()
  await expect.poll(() => archived.lag(db)).toBeLessThan(FILE_BYTES)
  await letArchive(rows[0]!.first + suffix)
  expect(await archived.lag(db)).toBeLessThan(FILE_BYTES)
})

it('counts from no file that the server has not come to, such as one of a cluster before it', async () => {
  await writeFile(archive, '')
  await letArchive('00000001000000FF00000001')
  expect(await archived.lag(db)).toBe(0)
  await endFile()
  await expect.poll(lastArchived).not.toBe('00000001000000FF00000001')
  await expect.poll(() => archived.lag(db)).toBeLessThan(FILE_BYTES)
  await rm(archive)
  await endFile()
  await endFile()
  await expect.poll(() => archived.lag(db)).toBeGreaterThanOrEqual(2 * FILE_BYTES)
})

it('counts nothing for a server that archives nothing', async () => {
  expect(await new LogArchive().lag(test.db)).toBeUndefined()
})

import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startScratchServer } from '../../scripts/scratch-server.ts'
import { connect } from '../../src/database/pool.ts'
import { isDatabaseUnavailable } from '../../src/database/errors.ts'
import type { Database } from '../../src/database/tables.ts'
import { connectionTo } from '../support/database.ts'

const ROLE = 'partner_service'
const closers: (() => unknown)[] = []
let folder: string
let url: string
let admin: Kysely<Database>

beforeAll(async () => {
  const prefix = path.join(tmpdir(), 'art-marketplace-password-')
  const server = await startScratchServer(prefix, ['fsync=off'])
  closers.push(() => server.close())
  folder = server.folder
  admin = connect({ ...connectionTo(server.url()), poolSize: 1 })
  closers.push(() => admin.destroy())
  url = server.url().replace('postgres@', `${ROLE}@`)
  await sql.raw(`CREATE ROLE ${ROLE} LOGIN`).execute(admin)
  const rules = path.join(folder, 'postgres', 'pg_hba.conf')
  await writeFile(rules, `local all ${ROLE} scram-sha-256\n${await readFile(rules, 'utf8')}`)
  await sql`SELECT pg_reload_conf()`.execute(admin)
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

const setPassword = (password: string) =>
  sql.raw(`ALTER ROLE ${ROLE} PASSWORD '${password}'`).execute(admin)

/** PostgreSQL's password file, which is read for each new connection. */
async function writePassword(password: string): Promise<void> {
  const file = path.join(folder, 'pgpass')
  await writeFile(file, `*:*:*:${ROLE}:${password}\n`, { mode: 0o600 })
  vi.stubEnv('PGPASSFILE', file)
}

const query = (db: Kysely<Database>) => sql`SELECT 1`.execute(db)

describe('F16 a changed password', () => {
  it('affects no existing connection, and new ones read it from the password file', async () => {
    await setPassword('first')
    await writePassword('first')
    const db = connect({ ...connectionTo(url), poolSize: 2 })
    closers.push(() => db.destroy())
    await query(db)
    await setPassword('second')
    await query(db)
    // The first connection is in use, so a new one is opened.
    const outcome = await db.connection().execute(async () => {
      const failed: unknown = await query(db).catch((error: unknown) => error)
      await writePassword('second')
      await query(db)
      return failed
    })
    expect(outcome).toMatchObject({ code: '28P01' })
    expect(isDatabaseUnavailable(outcome)).toBe(true)
  })
})

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE, migrate, migrateAt } from '../../src/database/migrate.ts'
import { hashCodeDefinitions } from '../../src/database/migration-queries.ts'
import { explain } from '../../src/server/lifecycle.ts'
import { useDatabase } from '../support/database.ts'
import { readText } from '../support/repository.ts'
import { countLockWaits, untilLockWaitOrEnd } from '../support/lock-waits.ts'

const test = useDatabase()

async function nameOf(db: typeof test.db): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db)
  return rows[0]?.name ?? ''
}

describe('migrate', () => {
  it('has nothing to do on a migrated database', async () => {
    expect(await migrate(test.db)).toEqual([])
  })

  it.each([
    ['drops a function', sql`DROP FUNCTION similar_words`],
    ['drops a trigger', sql`DROP TRIGGER move_updated_at ON artworks`],
    ['disables the triggers of a table', sql`ALTER TABLE artworks DISABLE TRIGGER USER`],
    [
      'replaces a function',
      sql`CREATE OR REPLACE FUNCTION keep_publish_status() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    ],
  ])('restores the functions and triggers when somebody %s', async (_what, statement) => {
    const before = await hashCodeDefinitions(test.db)
    await statement.execute(test.db)
    expect(await hashCodeDefinitions(test.db)).not.toBe(before)
    expect(await migrate(test.db)).toEqual([CODE])
    expect(await hashCodeDefinitions(test.db)).toBe(before)
    expect(await migrate(test.db)).toEqual([])
  })

  it('runs nothing again when another role has functions or triggers of its own', async () => {
    const role = `other_${await nameOf(test.db)}`
    await sql`CREATE ROLE ${sql.ref(role)}`.execute(test.db)
    await sql`GRANT CREATE ON SCHEMA public TO ${sql.ref(role)}`.execute(test.db)
    try {
      await sql`CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(
        test.db,
      )
      await sql`ALTER FUNCTION audit OWNER TO ${sql.ref(role)}`.execute(test.db)
      await sql`CREATE TRIGGER audit AFTER INSERT ON tags EXECUTE FUNCTION audit()`.execute(test.db)
      // Anybody may call a function of the service from a trigger of a table of their own.
      await sql`CREATE TABLE copies (updated_at timestamptz)`.execute(test.db)
      await sql`CREATE TRIGGER mine BEFORE UPDATE ON copies FOR EACH ROW EXECUTE FUNCTION move_updated_at()`.execute(
        test.db,
      )
      await sql`ALTER TABLE copies OWNER TO ${sql.ref(role)}`.execute(test.db)
      expect(await migrate(test.db)).toEqual([])
      // Their tables get no trigger: only their owners may make one.
      await sql`ALTER TABLE copies ADD name_sort_key text`.execute(test.db)
      await sql`UPDATE schema_versions SET hash = '' WHERE name = ${CODE}`.execute(test.db)
      const triggers = sql<{ tgname: string }>`
        SELECT tgname FROM pg_trigger WHERE tgrelid = 'copies'::regclass`
      expect(await migrate(test.db)).toEqual([CODE])
      expect((await triggers.execute(test.db)).rows).toEqual([{ tgname: 'mine' }])
    } finally {
      await sql`DROP OWNED BY ${sql.ref(role)} CASCADE`.execute(test.db)
      await sql`DROP ROLE ${sql.ref(role)}`.execute(test.db)
    }
  })

  it('takes the lock of a table only when it is free, and begins again when it is not', async () => {
    await sql`UPDATE schema_versions SET hash = '' WHERE name = ${CODE}`.execute(test.db)
    const { migration } = await test.db.transaction().execute(async (writer) => {
      await sql`LOCK TABLE artworks IN ROW EXCLUSIVE MODE`.execute(writer)
      const started = migrateAt(test.url)
      expect(await untilLockWaitOrEnd(test.db, started)).toBe('lock wait')
      // Its waits end in time for the requests that queue behind them.
      await expect.poll(() => countLockWaits(test.db), { interval: 5 }).toBe(0)
      return { migration: started }
    })
    expect(await migration).toEqual([CODE])
  })

  it.each([
    ['a read-only database', 'default_transaction_read_only=on', 'must name the primary'],
    ['a role without CREATE', 'role=pg_monitor -c search_path=closed', 'must own the database'],
    ['a role without the tables', 'role=pg_monitor', 'without --no-owner'],
  ])('says what to do about %s', async (_what, setting, remedy) => {
    await sql`CREATE SCHEMA IF NOT EXISTS closed; GRANT USAGE ON SCHEMA closed TO PUBLIC`.execute(
      test.db,
    )
    await sql`UPDATE schema_versions SET hash = '' WHERE name = ${CODE}`.execute(test.db)
    const url = `${test.url}&options=${encodeURIComponent(`-c ${setting}`)}`
    const error: unknown = await migrateAt(url).catch((each: unknown) => each)
    expect(explain(error)).toContain(remedy)
    expect(await migrate(test.db)).toEqual([CODE])
  })

  it('is done by one of several processes', async () => {
    await sql`UPDATE schema_versions SET hash = '' WHERE name = ${CODE}`.execute(test.db)
    const ran = await Promise.all(Array.from({ length: 3 }, () => migrate(test.db)))
    expect(ran.flat()).toEqual([CODE])
  })

  it('fails where a writer leaves no gap, also beside other processes that wait for one', async () => {
    await sql`UPDATE schema_versions SET hash = '' WHERE name = ${CODE}`.execute(test.db)
    await test.db.transaction().execute(async (writer) => {
      await sql`LOCK TABLE artworks IN ROW EXCLUSIVE MODE`.execute(writer)
      const attempts = [3, 4].map((lockAttempts) => migrate(test.db, { lockAttempts }))
      for (const { reason } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({ code: '55P03' })
        expect(explain(reason)).toContain('End it (pg_stat_activity names it), and start again.')
      }
    })
    expect(await migrate(test.db)).toEqual([CODE])
  })

  it('names the file and the line that PostgreSQL rejects', async () => {
    const file = 'src/database/schema/3-prices.sql'
    const lines = readText(file).split('\n')
    const line = 1 + lines.findIndex((each) => each.includes('FROM exchange_rate_version)'))
    await sql`UPDATE schema_versions SET hash = '' WHERE name = ${CODE}`.execute(test.db)
    await sql`ALTER TABLE exchange_rate_version RENAME TO other`.execute(test.db)
    try {
      await expect(migrateAt(test.url)).rejects.toMatchObject({
        message: `${file} fails at line ${line}`,
        cause: { message: 'relation "exchange_rate_version" does not exist' },
      })
    } finally {
      await sql`ALTER TABLE other RENAME TO exchange_rate_version`.execute(test.db)
    }
    expect(await migrateAt(test.url)).toEqual([CODE])
  })

  it.each([
    [149_999, 'PostgreSQL 14 is too old: version 15 or newer is needed.'],
    [150_000, 'done'],
  ])('of PostgreSQL with the number %i ends: %s', async (number, end) => {
    const schema = `postgresql_${number}`
    const body = sql.lit(
      `SELECT CASE name WHEN 'server_version_num' THEN '${number}' ELSE pg_catalog.current_setting(name) END`,
    )
    await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(test.db)
    await sql`CREATE FUNCTION ${sql.id(schema, 'current_setting')}(name text) RETURNS text LANGUAGE sql AS ${body}`.execute(
      test.db,
    )
    // The function of the schema comes before that of PostgreSQL.
    const options = encodeURIComponent(`-c search_path=${schema},pg_catalog`)
    expect(await migrateAt(`${test.url}&options=${options}`).then(() => 'done', explain)).toBe(end)
  })

  it('rejects a database of another encoding, with the remedy', async () => {
    const name = `${await nameOf(test.db)}_latin1`
    const how = sql`ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`
    await sql`CREATE DATABASE ${sql.id(name)} ${how}`.execute(test.db)
    try {
      const url = test.url.replace(/\/test_\w+\?/, `/${name}?`)
      await expect(migrateAt(url)).rejects.toThrow(/encoding LATIN1\..*ENCODING 'UTF8'/)
    } finally {
      await sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`.execute(test.db)
    }
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { migrateAt } from '../../src/database/migrate.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

const NAMES_BY_SESSION = `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
  -- A body in standard SQL is bound to what it names when the function is created.
  WHERE prosqlbody IS NULL AND pronamespace = current_schema()::regnamespace
    AND proconfig IS DISTINCT FROM ARRAY[format('search_path=%I, pg_temp', current_schema())]`

describe('every function of the schema', () => {
  it('finds what it names whatever the search_path of the session is', async () => {
    const { rows } = await sql.raw(NAMES_BY_SESSION).execute(test.db)
    expect(rows).toEqual([])
  })

  it('does so in a schema of another name', async () => {
    const [role, schema] = [`role_${randomUUID().slice(0, 8)}`, 'art, "public"']
    await sql.raw(`CREATE ROLE ${role} LOGIN SUPERUSER`).execute(test.db)
    const id = (name: string): string => `"${name.replaceAll('"', '""')}"`
    await sql.raw(`CREATE SCHEMA ${id(schema)}`).execute(test.db)
    await sql.raw(`ALTER ROLE ${role} SET search_path = ${id(schema)}`).execute(test.db)
    const url = test.url.replace('postgres@', `${role}@`)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      expect(await migrateAt(url)).toContain('0012-search-path')
      expect((await client.query(NAMES_BY_SESSION)).rows).toEqual([])
      await client.query(`SET search_path = ''`)
      await client.query(`INSERT INTO ${id(schema)}.tags (name) VALUES ('Sea')`)
    } finally {
      await client.end()
      await sql.raw(`DROP SCHEMA ${id(schema)} CASCADE; DROP ROLE ${role}`).execute(test.db)
    }
  })
})

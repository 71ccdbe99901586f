import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE, MIGRATION_NAMES, migrateAt } from '../../../src/database/migrate.ts'
import { connectClient, useDatabase } from '../../support/database.ts'

const test = useDatabase()

const FUNCTIONS_BY_SESSION = `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
  -- A body in standard SQL is bound to what it names when the function is created.
  WHERE prosqlbody IS NULL AND pronamespace = quote_ident(current_schema())::regnamespace
    AND (format('search_path=%I, pg_temp', current_schema()) = ANY (proconfig)) IS NOT TRUE`

describe('every function of the schema', () => {
  it('is bound to its schema, for any search_path of the session', async () => {
    expect((await sql.raw(FUNCTIONS_BY_SESSION).execute(test.db)).rows).toEqual([])
  })

  it('is bound to a schema of another name too', async () => {
    const name = `${/test_\w+/.exec(test.url)?.[0]}_art`
    const schema = `"art, ""public"""`
    const url = test.url.replace(/\/test_\w+\?/, `/${name}?`)
    await sql.raw(`CREATE DATABASE ${name}`).execute(test.db)
    await sql.raw(`ALTER DATABASE ${name} SET search_path = ${schema}`).execute(test.db)
    const client = await connectClient(url)
    try {
      await client.query(`CREATE SCHEMA ${schema}`)
      expect(await migrateAt(url)).toEqual([...MIGRATION_NAMES, CODE])
      expect((await client.query(FUNCTIONS_BY_SESSION)).rows).toEqual([])
      await client.query(`SET search_path = ''`)
      await client.query(`INSERT INTO ${schema}.tags (name) VALUES ('Sea')`)
    } finally {
      await client.end()
      await sql.raw(`DROP DATABASE ${name}`).execute(test.db)
    }
  })
})

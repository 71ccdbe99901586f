import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { schemaText } from '../../../scripts/generate/schema-text.ts'
import { useDatabase } from '../../support/database.ts'

const test = useDatabase()

it('the text of the schema has the table that a migration has just added, after the indexes of others', async () => {
  await sql`CREATE TABLE newest (id integer, name text COLLATE "C")`.execute(test.db)
  expect(await schemaText(test.db)).toContain(
    'CREATE TABLE newest (\n  id integer,\n  name text COLLATE "C"\n);',
  )
})

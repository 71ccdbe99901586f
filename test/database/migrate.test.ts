import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrate, migrateAt } from '../../src/database/migrate.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

async function nameOf(db: typeof test.db): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db)
  return rows[0]?.name ?? ''
}

describe('migrate', () => {
  it('has nothing to do on a migrated database', async () => {
    expect(await migrate(test.db)).toEqual([])
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

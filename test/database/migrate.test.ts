import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

describe('migrate', () => {
  it('has nothing to do on a migrated database', async () => {
    expect(await migrate(test.db)).toEqual([])
  })

  it('gives timestamps to the microsecond, in UTC', async () => {
    const { rows } = await sql<{
      at: string
    }>`SELECT '2024-05-07T11:30:00.000120+02'::instant AS at`.execute(test.db)
    expect(rows).toEqual([{ at: '2024-05-07 09:30:00.00012+00' }])
  })
})

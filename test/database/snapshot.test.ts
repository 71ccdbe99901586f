import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inSnapshot } from '../../src/database/kysely.ts'
import { useDatabase } from '../support/database.ts'
import { makeTag } from '../support/make-tag.ts'

const test = useDatabase()

describe('inSnapshot', () => {
  it('sees one state of the database, whatever happens meanwhile', async () => {
    const counts = await inSnapshot(test.db, async (snapshot) => {
      const before = await snapshot.selectFrom('tags').selectAll().execute()
      await makeTag(test.db)
      const after = await snapshot.selectFrom('tags').selectAll().execute()
      return [before.length, after.length]
    })
    expect(counts).toEqual([0, 0])
  })

  it('cannot write', async () => {
    const written = inSnapshot(test.db, (snapshot) => sql`DELETE FROM tags`.execute(snapshot))
    await expect(written).rejects.toMatchObject({ code: '25006' })
  })
})

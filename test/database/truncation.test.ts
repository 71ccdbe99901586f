import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkWaypoints, isRight } from '../../src/reading/waypoints/waypoint-check.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'

const test = useDatabase()
const TABLES = ['artworks', 'events', 'artwork_artists', 'artwork_tags', 'artwork_image_colors']

beforeAll(async () => {
  for (let made = 0; made < 3; made += 1) await makeArtwork(test.db)
})

describe.each(['repeatable read', 'serializable'] as const)('in a %s transaction', (level) => {
  it.each(TABLES)('%s cannot be truncated', async (table) => {
    const truncated = test.db
      .transaction()
      .setIsolationLevel(level)
      .execute((trx) => sql.raw(`TRUNCATE ${table} CASCADE`).execute(trx))
    await expect(truncated).rejects.toMatchObject({
      code: '0A000',
      message: `${table} cannot be truncated in a transaction that is ${level}`,
      hint: 'Let the transaction be READ COMMITTED.',
    })
  })
})

it('what others delete before a TRUNCATE that began earlier is taken off once', async () => {
  await test.db.transaction().execute(async (trx) => {
    await sql`SELECT count(*) FROM artworks`.execute(trx)
    await sql`DELETE FROM artworks WHERE id = (SELECT min(id) FROM artworks)`.execute(test.db)
    await sql`TRUNCATE artworks CASCADE`.execute(trx)
  })
  expect(await checkWaypoints(test.db)).toSatisfy(isRight)
})

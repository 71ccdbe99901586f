import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hasOtherRecords } from '../../../scripts/demo/demo-queries.ts'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { useDatabase } from '../../support/database.ts'
import { dumpDatabase } from './database-dump.ts'

const test = useDatabase()
const SIZE = { artworks: 120, events: 40 }

/** Records with names, colours and rates of the demo catalogue. */
const OTHERS = `
  INSERT INTO users (id, username, slug, email)
    VALUES ('11111111-1111-4111-8111-111111111111', 'other', 'other', 'other@example.org');
  INSERT INTO images (image) VALUES ('/other.jpg');
  INSERT INTO galleries (name, slug, owner_id)
    VALUES ('Other', 'other', '11111111-1111-4111-8111-111111111111');
  INSERT INTO artists (name, slug) VALUES ('Other', 'other');
  INSERT INTO tags (name) VALUES ('abstract'), ('something-else');
  INSERT INTO colors (name, red, green, blue) VALUES ('Crimson', 1, 2, 3), ('Ink', 0, 0, 0);
  INSERT INTO event_categories (slug, name) VALUES ('fairs', 'Art Fairs');
  INSERT INTO venues (name, slug) VALUES ('Other', 'other');
  INSERT INTO exchange_rates VALUES ('USD', '2026-04-13', 1.5, 'Imported');
  INSERT INTO artworks (title, slug, gallery_id, units, category_id, price_display)
    VALUES ('Other', 'other', 1, 'inch', 1, 'price on request');
  INSERT INTO events (title, slug, author_id, venue_id, category_id, start_time, end_time)
    VALUES ('Other', 'other', '11111111-1111-4111-8111-111111111111', 1, 1, now(), now());
`

describe('the demo catalogue beside other records', () => {
  it('keeps every one of them', async () => {
    await sql.raw(OTHERS).execute(test.db)
    expect(await hasOtherRecords(test.url)).toBe(true)
    const before = await dumpDatabase(test.url)
    expect(await loadDemoCatalogue(test.url, SIZE)).toEqual(SIZE)
    const after = await dumpDatabase(test.url)
    delete before['sequences']
    for (const [table, rows] of Object.entries(before)) {
      expect(after[table], table).toEqual(expect.arrayContaining(rows))
    }
  })

  it('uses those of the same name', async () => {
    const { rows } = await sql`SELECT
      (SELECT count(*) FROM tags WHERE name = 'abstract') AS tags,
      (SELECT count(*) FROM colors WHERE name IN ('Crimson', 'Ink', 'Black')) AS colors,
      (SELECT count(*) FROM event_categories WHERE name = 'Art Fairs') AS categories,
      (SELECT source FROM exchange_rates WHERE currency = 'USD') AS source`.execute(test.db)
    expect(rows).toEqual([{ tags: 1, colors: 2, categories: 1, source: 'Imported' }])
  })

  it('leaves sequences with free ids', async () => {
    await sql`INSERT INTO images (image) VALUES ('/later.jpg')`.execute(test.db)
    await sql`INSERT INTO artists (name, slug) VALUES ('Later', 'later')`.execute(test.db)
    await sql`INSERT INTO artworks (title, slug, gallery_id, units, category_id, price_display)
      VALUES ('Later', 'later', 1, 'inch', 1, 'price on request')`.execute(test.db)
  })

  it('grows past records that came later', async () => {
    expect(await loadDemoCatalogue(test.url, { artworks: 150, events: 40 })).toEqual({
      artworks: 30,
      events: 0,
    })
    expect(await loadDemoCatalogue(test.url, { artworks: 150, events: 40 })).toEqual({
      artworks: 0,
      events: 0,
    })
  })

  it('restores a deleted event', async () => {
    await sql`DELETE FROM events WHERE id = (SELECT max(id) - 3 FROM events)`.execute(test.db)
    const added = await loadDemoCatalogue(test.url, { artworks: 150, events: 40 })
    expect(added).toEqual({ artworks: 0, events: 1 })
  })
})

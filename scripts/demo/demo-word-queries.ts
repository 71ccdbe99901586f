import type pg from 'pg'
import { dayMoment, timestamp } from './moment.ts'
import { EVENT_CATEGORIES } from './words/events.ts'
import { PALETTE } from './words/palette.ts'
import { TAG_DESCRIPTIONS, TAGS } from './words/tags.ts'

// Each adds what is not there and answers with the ids of all, in the order of its list. A record
// that somebody else made under the same name serves as well.

const LISTED_DAY = timestamp(dayMoment(-1_500))

export async function ensureTags(client: pg.ClientBase): Promise<number[]> {
  const list = [TAGS, TAGS.map((name) => TAG_DESCRIPTIONS[name] ?? '')]
  await client.query(
    `INSERT INTO tags (name, description, created_at, updated_at)
     SELECT name, description, $3, $3
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS listed (name, description, place)
     WHERE NOT EXISTS (SELECT FROM tags WHERE tags.name = listed.name) ORDER BY place`,
    [...list, LISTED_DAY],
  )
  return selectIds(
    client,
    `SELECT (SELECT id FROM tags WHERE name = listed.name)
     FROM unnest($1::text[]) WITH ORDINALITY AS listed (name, place) ORDER BY place`,
    [TAGS],
  )
}

export async function ensureColors(client: pg.ClientBase): Promise<number[]> {
  const list = [0, 1, 2, 3].map((column) => PALETTE.map((color) => color[column]))
  const listed = `unnest($1::text[], $2::int[], $3::int[], $4::int[])
    WITH ORDINALITY AS listed (name, red, green, blue, place)`
  const held = `SELECT id FROM colors WHERE colors.name = listed.name
    OR (colors.red, colors.green, colors.blue) = (listed.red, listed.green, listed.blue)`
  await client.query(
    `INSERT INTO colors (name, red, green, blue) SELECT name, red, green, blue FROM ${listed}
     WHERE NOT EXISTS (${held}) ORDER BY place`,
    list,
  )
  return selectIds(client, `SELECT (${held} LIMIT 1) FROM ${listed} ORDER BY place`, list)
}

export async function ensureEventCategories(client: pg.ClientBase): Promise<number[]> {
  const columns = ['slug', 'name', 'description'] as const
  const list = columns.map((column) => EVENT_CATEGORIES.map((category) => category[column]))
  const listed = `unnest($1::text[], $2::text[], $3::text[])
    WITH ORDINALITY AS listed (slug, name, description, place)`
  const held = `SELECT id FROM event_categories AS there
    WHERE there.slug = listed.slug OR there.name = listed.name`
  await client.query(
    `INSERT INTO event_categories (slug, name, description, created_at, updated_at)
     SELECT slug, name, description, $4, $4 FROM ${listed}
     WHERE NOT EXISTS (${held}) ORDER BY place`,
    [...list, LISTED_DAY],
  )
  return selectIds(client, `SELECT (${held} LIMIT 1) FROM ${listed} ORDER BY place`, list)
}

async function selectIds(client: pg.ClientBase, query: string, list: unknown[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(query, list)
  return rows.map(({ id }) => id)
}

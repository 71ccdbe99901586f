import type pg from 'pg'

import type { RecordKind } from './record-kind.ts'

/** The ids of the records that have one of the slugs. */
export async function selectIdsBySlug(
  client: pg.ClientBase,
  table: RecordKind['table'],
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ slug: string; id: number }>(
    `SELECT slug, id FROM ${table} WHERE slug = ANY($1::text[])`,
    [slugs],
  )
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Which of the users are there. */
export async function selectUserIds(
  client: pg.ClientBase,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM users WHERE id = ANY($1::uuid[])',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The ids of the categories of artworks, in the order of the names. */
export async function selectCategoryIds(
  client: pg.ClientBase,
  names: readonly string[],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM unnest($1::text[]) WITH ORDINALITY wanted (name, place)
     JOIN artwork_categories USING (name) ORDER BY place`,
    [names],
  )
  return rows.map(({ id }) => id)
}

/** Who collects in the categories, so that the field is not always empty. */
export async function insertCollectors(
  client: pg.ClientBase,
  categoryIds: readonly number[],
  userIds: readonly string[],
): Promise<void> {
  await client.query(
    `INSERT INTO artwork_category_collectors (category_id, user_id)
     SELECT category_id, user_id FROM unnest($1::int[], $2::uuid[]) pair (category_id, user_id)
     ON CONFLICT DO NOTHING`,
    [categoryIds, userIds],
  )
}

import { sql, type Kysely } from 'kysely'
import { selectRows } from '../../src/database/kysely.ts'
import type { Database } from '../../src/database/tables.ts'

// The tables `<noun>_sources` hold the publishers' ids of records.

/** The records of a publisher, by its ids. */
export interface Source {
  readonly noun: string
  /** Name of the publisher's list. */
  readonly name: string
}

interface PublishedRecord {
  readonly externalId: string
  readonly id: number
  /** Of the line that has written the record. */
  readonly fingerprint: string
}

/** By external id. @param externalIds all by default. */
export async function selectPublished(
  db: Kysely<Database>,
  { noun, name }: Source,
  externalIds: readonly string[] | null = null,
): Promise<Map<string, PublishedRecord>> {
  const rows = await selectRows(db)<PublishedRecord>`
    SELECT external_id AS "externalId", ${sql.ref(`${noun}_id`)} AS id, fingerprint
    FROM ${sql.table(`${noun}_sources`)} WHERE source = ${name}
      AND (${externalIds}::text[] IS NULL OR external_id = ANY(${externalIds}::text[]))`
  return new Map(rows.map((row) => [row.externalId, row]))
}

export async function savePublished(
  trx: Kysely<Database>,
  { noun, name }: Source,
  records: readonly PublishedRecord[],
): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(`${noun}_sources`)}
      (source, external_id, ${sql.ref(`${noun}_id`)}, fingerprint)
    SELECT ${name}::text, * FROM unnest(${records.map(({ externalId }) => externalId)}::text[],
      ${records.map(({ id }) => id)}::integer[], ${records.map(({ fingerprint }) => fingerprint)}::text[])
    ON CONFLICT (source, external_id) DO UPDATE SET fingerprint = excluded.fingerprint`.execute(trx)
}

/** The gallery or the category of events with a slug. */
export async function selectIdBySlug(
  db: Kysely<Database>,
  table: 'galleries' | 'event_categories',
  slug: string,
): Promise<number | undefined> {
  const row = await db.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id
}

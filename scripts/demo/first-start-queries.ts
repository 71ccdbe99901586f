import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

/**
 * Whether the database has nothing to list: no artworks or no events, and nothing imported. One
 * without the other is what an interrupted first load leaves.
 */
export async function isWithoutListings(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ without: boolean }>`
    SELECT NOT EXISTS (SELECT FROM artwork_sources)
      AND NOT EXISTS (SELECT FROM event_sources)
      AND NOT (EXISTS (SELECT FROM artworks) AND EXISTS (SELECT FROM events))
        AS without`.execute(db)
  return rows[0]?.without === true
}

export async function hasApiKeys(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Blocks other inserts of keys until the transaction ends; reads continue. */
export async function lockApiKeys(trx: Transaction<Database>): Promise<void> {
  await sql`LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
}

/** Makes the user a member of the gallery with the lowest id, so that the user may publish artworks. */
export async function joinFirstGallery(trx: Transaction<Database>, userId: string): Promise<void> {
  await sql`
    INSERT INTO gallery_members (gallery_id, user_id) SELECT min(id), ${userId} FROM galleries
    HAVING min(id) IS NOT NULL ON CONFLICT DO NOTHING`.execute(trx)
}

import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { isPublicArtwork } from '../../src/database/visibility.ts'

/**
 * Sets enum values of one listed artwork that the document does not contain, as a later version of the service might
 * do. Drops constraints, so only for a temporary database.
 * @returns the id of the artwork.
 */
export async function addUnknownWords(db: Kysely<Database>): Promise<number> {
  await sql`
    ALTER TABLE artworks
      DROP CONSTRAINT artworks_available_for_sale_check,
      DROP CONSTRAINT artworks_units_check
  `.execute(db)
  const listed = db.selectFrom('artworks').select(({ fn }) => fn.min('id').as('id'))
  const { id } = await db
    .updateTable('artworks')
    .set({ available_for_sale: 'on loan', units: 'foot' })
    .where('id', '=', listed.where(isPublicArtwork))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes the user a member of every gallery, so that a program may publish artworks of any. */
export async function joinGalleries(trx: Transaction<Database>, userId: string): Promise<void> {
  await sql`
    INSERT INTO gallery_members (gallery_id, user_id) SELECT id, ${userId} FROM galleries`.execute(
    trx,
  )
}

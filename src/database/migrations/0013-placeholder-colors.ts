import { sql, type Kysely } from 'kysely'

/**
 * The placeholder picture has no colours: those that it had would be claimed by every artwork without a
 * picture. Without triggers, which would give each of these artworks another version: a new release
 * builds every stored text anew anyway.
 *
 * Locks `artwork_image_colors` against writers for a moment; rewrites no table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE artwork_image_colors DISABLE TRIGGER USER;
      DELETE FROM artwork_image_colors WHERE artwork_image_id = 1;
      ALTER TABLE artwork_image_colors ENABLE TRIGGER USER;`,
    )
    .execute(db)
}

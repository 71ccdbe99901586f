import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

/** Makes the user a member of every gallery: programs publish an artwork of the first gallery that they find. */
export async function joinGalleries(db: Kysely<Database>, userId: string): Promise<void> {
  await sql`
    INSERT INTO gallery_members (gallery_id, user_id) SELECT id, ${userId} FROM galleries`.execute(
    db,
  )
}

import type { Insertable, Kysely, Selectable } from 'kysely'
import type {
  ArtworkCategoryTable,
  Database,
  EventCategoryTable,
} from '../../src/database/tables.ts'
import { nextNumber } from './sequence.ts'

/** @param collectors ids of the users that collect in it. */
export async function makeArtworkCategory(
  db: Kysely<Database>,
  {
    collectors = [],
    ...values
  }: Partial<Insertable<ArtworkCategoryTable>> & { collectors?: string[] } = {},
): Promise<Selectable<ArtworkCategoryTable>> {
  const category = await db
    .insertInto('artwork_categories')
    .values({ name: `Drawings ${nextNumber()}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
  const rows = collectors.map((user_id) => ({ category_id: category.id, user_id }))
  if (rows.length > 0) await db.insertInto('artwork_category_collectors').values(rows).execute()
  return category
}

export function makeEventCategory(
  db: Kysely<Database>,
  values: Partial<Insertable<EventCategoryTable>> = {},
): Promise<Selectable<EventCategoryTable>> {
  const number = nextNumber()
  return db
    .insertInto('event_categories')
    .values({ name: `Art Fairs ${number}`, slug: `art-fairs-${number}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}

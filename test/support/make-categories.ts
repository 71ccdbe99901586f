import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { rowMaker } from './make-row.ts'
import { nextNumber } from './sequence.ts'

const makeCategoryRow = rowMaker('artwork_categories', () => ({ name: `Drawings ${nextNumber()}` }))

/** @param collectors ids of the users that collect in it. */
export async function makeArtworkCategory(
  db: Kysely<Database>,
  {
    collectors = [],
    ...values
  }: Partial<Insertable<Database['artwork_categories']>> & { collectors?: string[] } = {},
): Promise<Selectable<Database['artwork_categories']>> {
  const category = await makeCategoryRow(db, values)
  const rows = collectors.map((user_id) => ({ category_id: category.id, user_id }))
  if (rows.length > 0) await db.insertInto('artwork_category_collectors').values(rows).execute()
  return category
}

export const makeEventCategory = rowMaker('event_categories', () => {
  const number = nextNumber()
  return { name: `Art Fairs ${number}`, slug: `art-fairs-${number}` }
})

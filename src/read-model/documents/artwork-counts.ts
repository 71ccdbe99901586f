import { sql, type Transaction } from 'kysely'
import { selectRows, type DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'

/**
 * The ids of galleries whose sums in `artwork_counts` differ from the numbers of their artworks, because triggers were
 * disabled.
 */
export async function findWrongCounts(db: DatabaseReader): Promise<number[]> {
  const rows = await selectRows(db)<{ id: number }>`
    SELECT gallery_id AS id FROM (
      SELECT gallery_id, total, available FROM artwork_counts
      UNION ALL
      SELECT gallery_id, -1, -(available_for_sale = 'available')::integer FROM artworks WHERE is_public
    ) AS counted
    GROUP BY gallery_id HAVING sum(total) <> 0 OR sum(available) <> 0 ORDER BY gallery_id`
  return rows.map(({ id }) => id)
}

/** Counts the artworks of these galleries. Needs the lock of the list of artworks. */
export async function repairCounts(
  trx: Transaction<Database>,
  galleryIds: readonly number[],
): Promise<void> {
  await sql`DELETE FROM artwork_counts
    WHERE gallery_id = ANY (${galleryIds}::integer[])`.execute(trx)
  await sql`
    INSERT INTO artwork_counts (gallery_id, total, available)
    SELECT gallery_id, count(*), count(*) FILTER (WHERE available_for_sale = 'available')
    FROM artworks WHERE is_public AND gallery_id = ANY (${galleryIds}::integer[])
    GROUP BY gallery_id`.execute(trx)
  await sql`SELECT record_change('gallery', NULL), record_change('venue', NULL)`.execute(trx)
}

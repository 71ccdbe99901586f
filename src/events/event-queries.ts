import type { DatabaseReader } from '../database/kysely.ts'
import { isListed, type OwnRecords } from '../database/visibility.ts'
import type { Ordering } from '../lists/page.ts'

type EventSortKey = 'start_time' | 'end_time'

export async function countOwnEvents(db: DatabaseReader, listed: OwnRecords): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isListed('events', listed))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page. OFFSET is fast enough, because few records are unpublished. */
export async function selectOwnEventIds(
  db: DatabaseReader,
  listed: OwnRecords,
  { key, descending }: Ordering<EventSortKey>,
  limit: number,
  offset: number,
): Promise<number[]> {
  const direction = descending ? 'desc' : 'asc'
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where(isListed('events', listed))
    .orderBy(key, direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

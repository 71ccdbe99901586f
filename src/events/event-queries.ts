import type { Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'
import {
  isUnpublished,
  isVisibleEvent,
  type Unpublished,
  type Viewer,
} from '../database/visibility.ts'
import type { Ordering } from '../list/ordering.ts'

export type EventSortKey = 'start_time' | 'end_time'
export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

export async function countUnpublishedEvents(
  db: Kysely<Database>,
  listed: Unpublished,
): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isUnpublished('events', listed))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page. Drafts and what is archived are few, or somebody's own. */
export async function selectUnpublishedEventIds(
  db: Kysely<Database>,
  listed: Unpublished,
  { key, descending }: Ordering<EventSortKey>,
  limit: number,
  offset: number,
): Promise<number[]> {
  const direction = descending ? 'desc' : 'asc'
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where(isUnpublished('events', listed))
    .orderBy(key, direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** The events of these ids, in no order, with everything embedded but venues, which some share. */
export function selectEvents(db: Kysely<Database>, ids: readonly number[], viewer: Viewer) {
  return db
    .selectFrom('events')
    .selectAll('events')
    .select((eb) => [
      jsonObjectFrom(
        eb.selectFrom('users').selectAll('users').whereRef('users.id', '=', 'events.author_id'),
      )
        .$notNull()
        .as('author'),
      jsonObjectFrom(
        eb
          .selectFrom('event_images')
          .selectAll('event_images')
          .whereRef('event_images.id', '=', 'events.featured_image_id'),
      )
        .$notNull()
        .as('featured_image'),
      jsonObjectFrom(
        eb
          .selectFrom('event_categories')
          .selectAll('event_categories')
          .whereRef('event_categories.id', '=', 'events.category_id'),
      )
        .$notNull()
        .as('category'),
    ])
    .where(isVisibleEvent(viewer))
    .where('events.id', '=', anyOf(ids))
    .execute()
}

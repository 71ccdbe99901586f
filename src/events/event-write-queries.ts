import type { Insertable, Kysely, Updateable } from 'kysely'
import type { Database } from '../database/tables.ts'
import { isVisibleEvent, type Viewer } from '../database/visibility.ts'

export type NewEvent = Insertable<Database['events']>

export type EventColumns = Updateable<Database['events']>

/** The columns that a change of the event is checked against. */
export type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEvent>>>

/** Locks an event that the viewer may see, until the end of the transaction. */
export function lockEvent(trx: Kysely<Database>, id: number, viewer: Viewer) {
  return trx
    .selectFrom('events')
    .select(['id', 'author_id', 'publish_status', 'featured_image_id', 'updated_at'])
    .where('id', '=', id)
    .where(isVisibleEvent(viewer))
    .forUpdate()
    .executeTakeFirst()
}

/** @returns undefined when the slug is taken. */
export function insertEvent(
  trx: Kysely<Database>,
  event: NewEvent,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('events')
    .values(event)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** A trigger increases `updated_at`, so no two states of an event have the same ETag. */
export async function updateEventColumns(
  trx: Kysely<Database>,
  id: number,
  columns: EventColumns,
): Promise<void> {
  await trx.updateTable('events').set(columns).where('id', '=', id).execute()
}

export async function deleteEventRow(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('events').where('id', '=', id).execute()
}

import type { Kysely } from 'kysely'
import type { Principal } from '../credentials/principal.ts'
import type { Database } from '../database/tables.ts'
import { requireTransition, type PublishStatus } from '../writing/publish-status.ts'
import { changeEventImage } from './change-event-image.ts'
import { eventColumns, type EventPatch } from './event-columns.ts'
import { deleteUnusedEventImage } from './event-image-queries.ts'
import { updateEventColumns, type LockedEvent } from './event-writing-queries.ts'

/**
 * Writes `changes` to an event that is locked.
 * @throws 409 for a state that cannot follow; 422 for two values that do not go together, which the
 *   database finds, as it knows the one that stays.
 */
export async function changeEvent(
  db: Kysely<Database>,
  event: LockedEvent,
  changes: EventPatch,
  { principal, mediaUrl }: { readonly principal: Principal; readonly mediaUrl: string },
): Promise<void> {
  const status = event.publish_status as PublishStatus
  requireTransition(status, changes.publish_status ?? status)
  const before = event.featured_image_id
  const { userId } = principal
  const featured_image_id = await changeEventImage(db, before, changes.featured_image, {
    userId,
    mediaUrl,
  })
  await updateEventColumns(db, event.id, { ...eventColumns(changes), featured_image_id })
  if (featured_image_id !== before) await deleteUnusedEventImage(db, before)
}

import type { Kysely } from 'kysely'
import { isAdmin, type Principal } from '../auth/principal.ts'
import type { Database } from '../database/tables.ts'
import { requireTransition, type PublishStatus } from '../writes/publish-status.ts'
import { eventColumns, type EventPatch } from './event-columns.ts'
import { updateEventColumns, lockEvent, type LockedEvent } from './event-write-queries.ts'
import { requireConditions } from '../contract/entity-tag.ts'
import type { Input } from '../contract/operation-types.ts'
import { timestampText } from '../database/kysely.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { changePicture, removePicture } from '../images/pictures.ts'
import { unknownCountry, unknownReferences, type Reference } from '../writes/reference-rules.ts'
import { geolocationText } from '../venues/place.ts'
import { selectVenuePlace } from '../venues/venue-queries.ts'

/**
 * Writes `changes` to a locked event.
 * @throws 409 for an invalid transition; 422 for two values that contradict each other. A constraint of the
 *   database rejects such values, because one of them may be a stored value.
 */
export async function changeEvent(
  db: Kysely<Database>,
  event: LockedEvent,
  changes: EventPatch,
  { principal, mediaUrl }: { readonly principal: Principal; readonly mediaUrl: string },
): Promise<void> {
  const status = event.publish_status as PublishStatus
  requireTransition(status, changes.publish_status ?? status)
  const pictureId = event.featured_image_id
  const { featured_image: picture } = changes
  const source = { userId: principal.userId, mediaUrl }
  const featured_image_id = await changePicture(db, 'event_images', pictureId, picture, source)
  await updateEventColumns(db, event.id, { ...eventColumns(changes), featured_image_id })
  if (featured_image_id !== pictureId) await removePicture(db, 'event_images', pictureId)
}

type Change = Pick<Input<'deleteEvent'>, 'path' | 'header' | 'ifNoneMatch' | 'principal'>

/**
 * Locks an event for a change by its author or `admin`, and then checks the conditions of the request.
 * @throws 404 when the sender may not see it, 403 when the sender may see but not change it, 412 when
 *   `If-Match` or `If-None-Match` does not hold.
 */
export async function lockOwnEvent(
  { path, header, ifNoneMatch, principal }: Change,
  db: Kysely<Database>,
): Promise<LockedEvent> {
  const event = await lockEvent(db, path.id, principal)
  if (event === undefined) throw new Problem('not_found', `No event has the id ${path.id}.`)
  requireAuthor(event, principal)
  const { id, updated_at } = event
  const conditions = { ifMatch: header['If-Match'], ifNoneMatch }
  requireConditions(conditions, { id, updated_at: timestampText(updated_at) })
  return event
}

function requireAuthor({ author_id }: LockedEvent, principal: Principal): void {
  if (author_id === principal.userId || isAdmin(principal)) return
  throw new Problem('forbidden', 'Only the author of the event and admin may change it.')
}

/** @throws 422 naming each related record that does not exist, and an unknown country. */
export async function requireEventRules(db: Kysely<Database>, fields: EventPatch): Promise<void> {
  const { venue, category, country } = fields
  const related: Reference[] = []
  if (venue !== undefined) related.push({ pointer: '/venue', table: 'venues', id: venue })
  if (category !== undefined) {
    related.push({ pointer: '/category', table: 'event_categories', id: category })
  }
  const violations = [...(await unknownReferences(db, related)), ...(await unknownCountry(country))]
  if (violations.length > 0) throw unprocessable(violations)
}

/** The place of the venue, for an event without a place of its own. */
export async function venuePlace(
  db: Kysely<Database>,
  venueId: number,
): Promise<Required<Pick<EventPatch, 'country' | 'city' | 'geolocation'>>> {
  const venue = await selectVenuePlace(db, venueId)
  if (venue === undefined) throw new Error(`Venue ${venueId} is gone`)
  return {
    country: venue.country_code ?? '',
    city: venue.city,
    geolocation: geolocationText(venue),
  }
}

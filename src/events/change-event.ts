import type { Kysely } from 'kysely'
import { isAdmin, type Principal } from '../auth/principal.ts'
import type { Database } from '../database/tables.ts'
import { requireTransition, type PublishStatus } from '../writes/publish-status.ts'
import { eventColumns, type EventPatch } from './event-columns.ts'
import {
  deleteUnusedEventImage,
  updateEventColumns,
  lockEvent,
  insertChangedEventImage,
  insertEventImage,
  selectEventImage,
  type LockedEvent,
  type StoredEventImage,
} from './event-write-queries.ts'
import { requireConditions } from '../contract/entity-tag.ts'
import type { Input } from '../contract/operation-types.ts'
import { timestampText } from '../database/kysely.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { absoluteMediaUrl, PLACEHOLDER_IMAGE_ID } from '../images/image-resource.ts'
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
  const previousImageId = event.featured_image_id
  const { userId } = principal
  const featured_image_id = await changeEventImage(db, previousImageId, changes.featured_image, {
    userId,
    mediaUrl,
  })
  await updateEventColumns(db, event.id, { ...eventColumns(changes), featured_image_id })
  if (featured_image_id !== previousImageId) await deleteUnusedEventImage(db, previousImageId)
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

type PicturePatch = NonNullable<EventPatch['featured_image']>

/**
 * Applies a merge patch (RFC 7396) to an event's picture: null removes the picture, an object changes the members
 * that the object has. A member with its stored value changes nothing, so a picture that a client sends back
 * unchanged keeps its renditions.
 * @param mediaUrl the URL of the media host, the base of stored paths.
 * @returns the id of the event's new picture.
 * @throws 422 for a patch without `full_size` when the event has no picture.
 */
async function changeEventImage(
  db: Kysely<Database>,
  imageId: number,
  change: EventPatch['featured_image'],
  { userId, mediaUrl }: { readonly userId: string; readonly mediaUrl: string },
): Promise<number> {
  if (change === undefined) return imageId
  if (change === null) return PLACEHOLDER_IMAGE_ID
  const { full_size } = change
  const isPlaceholder = imageId === PLACEHOLDER_IMAGE_ID
  if (isPlaceholder && full_size === undefined) throw noPicture()
  const picture = await selectEventImage(db, imageId)
  const changed = changedMembers(picture, change, mediaUrl)
  if (Object.keys(changed).length === 0) return imageId
  if (isPlaceholder && full_size !== undefined) {
    return insertEventImage(db, { ...change, full_size }, userId)
  }
  return insertChangedEventImage(db, picture, changed, userId)
}

function changedMembers(
  picture: StoredEventImage,
  change: PicturePatch,
  mediaUrl: string,
): PicturePatch {
  const shown = { ...picture, full_size: absoluteMediaUrl(mediaUrl, picture.full_size) }
  const names = Object.keys(change) as (keyof PicturePatch)[]
  return Object.fromEntries(
    names.filter((name) => change[name] !== shown[name]).map((name) => [name, change[name]]),
  )
}

function noPicture(): Problem {
  return unprocessable([
    { pointer: '/featured_image/full_size', detail: 'It is required, as there is no picture yet.' },
  ])
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

import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import { requireConditions } from '../contract/entity-tag.ts'
import type { Input } from '../contract/operation-types.ts'
import { timestampText } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { requireMember } from '../galleries/membership.ts'
import { changePicture, removePicture } from '../images/pictures.ts'
import { Problem } from '../problems/problem.ts'
import { requireTransition, type PublishStatus } from '../writes/publish-status.ts'
import { artworkColumns, requireArtworkRules } from './artwork-columns.ts'
import {
  deleteArtworkArtists,
  deleteArtworkTags,
  insertArtworkArtists,
  insertArtworkTags,
  lockArtwork,
  updateArtworkColumns,
  type LockedArtwork,
} from './artwork-write-queries.ts'

type Change = Pick<
  Input<'deleteMarketplaceArtwork'>,
  'path' | 'header' | 'ifNoneMatch' | 'principal'
>

/**
 * Locks an artwork for a change by a member of its gallery or `admin`, and then checks the conditions of the request.
 * @throws 404 when the sender may not see it, 403 when the sender may see but not change it, 412 when `If-Match` or
 *   `If-None-Match` does not hold.
 */
export async function lockOwnArtwork(
  { path, header, ifNoneMatch, principal }: Change,
  db: Kysely<Database>,
): Promise<LockedArtwork> {
  const artwork = await lockArtwork(db, path.id, principal)
  if (artwork === undefined) throw new Problem('not_found', `No artwork has the id ${path.id}.`)
  await requireMember(db, artwork.gallery_id, principal)
  const { id, updated_at } = artwork
  const conditions = { ifMatch: header['If-Match'], ifNoneMatch }
  requireConditions(conditions, { id, updated_at: timestampText(updated_at) })
  return artwork
}

/**
 * Writes `changes` to a locked artwork.
 * @throws 403 for a gallery of which the sender is no member; 409 for an invalid transition; 422 for an unknown record,
 *   a currency without a rate, and two values that contradict each other. A constraint of the database rejects such
 *   values, because one of them may be a stored value.
 */
export async function changeArtwork(
  db: Kysely<Database>,
  artwork: LockedArtwork,
  changes: components['schemas']['ArtworkPatch'],
  { principal, mediaUrl }: { readonly principal: Principal; readonly mediaUrl: string },
): Promise<void> {
  const { id, featured_image_id: pictureId } = artwork
  const { artists, tags, gallery, featured_image: picture } = changes
  if (gallery !== undefined) await requireMember(db, gallery, principal)
  const status = artwork.publish_status as PublishStatus
  requireTransition(status, changes.publish_status ?? status)
  await requireArtworkRules(db, changes, artwork)
  const source = { userId: principal.userId, mediaUrl }
  const featured_image_id = await changePicture(db, 'artwork_images', pictureId, picture, source)
  await updateArtworkColumns(db, id, { ...artworkColumns(changes), featured_image_id })
  if (featured_image_id !== pictureId) await removePicture(db, 'artwork_images', pictureId)
  if (artists !== undefined) {
    await deleteArtworkArtists(db, id)
    await insertArtworkArtists(db, id, artists)
  }
  if (tags !== undefined) {
    await deleteArtworkTags(db, id)
    await insertArtworkTags(db, id, tags)
  }
}

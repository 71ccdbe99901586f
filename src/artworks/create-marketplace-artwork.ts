import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { requireMember } from '../galleries/membership.ts'
import { storePicture } from '../images/pictures.ts'
import { requireFirstStatus } from '../writes/publish-status.ts'
import { insertWithSlug } from '../writes/slug.ts'
import { newArtworkColumns, requireArtworkRules } from './artwork-columns.ts'
import { insertArtwork, insertArtworkArtists, insertArtworkTags } from './artwork-write-queries.ts'
import { requiredArtwork } from './find-artworks.ts'

/** Creates an artwork of a gallery, for one of its members; the sender is its author. */
export async function createMarketplaceArtwork(
  { body, principal }: Input<'createMarketplaceArtwork'>,
  { db, urls }: Context,
): Promise<Reply<'createMarketplaceArtwork'>> {
  const { userId } = principal
  await requireMember(db, body.gallery, principal)
  const status = body.publish_status ?? 'published'
  requireFirstStatus(status)
  await requireArtworkRules(db, body)
  const columns = {
    ...newArtworkColumns(body),
    author_id: userId,
    featured_image_id: await storePicture(db, 'artwork_images', body.featured_image, userId),
  }
  const { id } = await insertWithSlug(
    { title: body.title, fallback: 'artwork', isDraft: status === 'draft' },
    (slug) => insertArtwork(db, { ...columns, slug }),
  )
  await insertArtworkArtists(db, id, body.artists)
  await insertArtworkTags(db, id, body.tags ?? [])
  return { status: 201, ...(await requiredArtwork(db, id, urls.media, principal)) }
}

import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { PLACEHOLDER_IMAGE_ID } from '../images/image-resource.ts'
import { requireFirstStatus } from '../writes/publish-status.ts'
import { insertWithSlug } from '../writes/slug.ts'
import { artworkColumns, requireArtworkRules } from './artwork-columns.ts'
import {
  insertArtwork,
  insertArtworkArtists,
  insertArtworkImage,
  insertArtworkTags,
} from './artwork-write-queries.ts'
import { findArtworks } from './find-artworks.ts'

/** Creates an artwork of a gallery; the sender is its author. */
export async function createMarketplaceArtwork(
  { body, principal }: Input<'createMarketplaceArtwork'>,
  { db, urls }: Context,
): Promise<Reply<'createMarketplaceArtwork'>> {
  const { userId } = principal
  const status = body.publish_status ?? 'published'
  requireFirstStatus(status)
  await requireArtworkRules(db, body)
  const picture = body.featured_image
  const columns = {
    ...artworkColumns(body),
    author_id: userId,
    featured_image_id: picture
      ? await insertArtworkImage(db, picture, userId)
      : PLACEHOLDER_IMAGE_ID,
  }
  const { id } = await insertWithSlug(
    { title: body.title, fallback: 'artwork', isDraft: status === 'draft' },
    (slug) => insertArtwork(db, { ...columns, slug }),
  )
  await insertArtworkArtists(db, id, body.artists)
  await insertArtworkTags(db, id, body.tags ?? [])
  const [artwork] = await findArtworks(db, [id], urls.media, principal)
  if (artwork === undefined) throw new Error(`Artwork ${id} is gone`)
  return { status: 201, body: artwork }
}

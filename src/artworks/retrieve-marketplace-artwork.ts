import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { Problem } from '../problem.ts'
import { findArtworks } from './find-artworks.ts'

/** One artwork that the viewer may see, as the list shows it. */
export async function retrieveMarketplaceArtwork(
  { path, principal }: Input<'retrieveMarketplaceArtwork'>,
  { db, urls }: Context,
): Promise<Reply<'retrieveMarketplaceArtwork'>> {
  const [artwork] = await inSnapshot(db, (snapshot) =>
    findArtworks(snapshot, [path.id], urls.media, principal),
  )
  if (artwork === undefined) {
    throw new Problem('not_found', `No artwork has the id ${path.id}.`)
  }
  return { status: 200, body: artwork }
}

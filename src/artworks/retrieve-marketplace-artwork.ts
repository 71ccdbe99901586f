import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { Problem } from '../problem.ts'
import { recordBody } from '../reading/ready-page.ts'
import { findArtworks } from './find-artworks.ts'

/** One artwork that the viewer may see, as the list shows it. */
export async function retrieveMarketplaceArtwork(
  { path, principal }: Input<'retrieveMarketplaceArtwork'>,
  { db, reading, urls }: Context,
): Promise<Reply<'retrieveMarketplaceArtwork'>> {
  const ready = await reading.record('artworks', path.id)
  if (ready !== undefined) return { status: 200, body: recordBody(ready) }
  const [own] =
    principal === undefined
      ? []
      : await inSnapshot(db, (snapshot) => findArtworks(snapshot, [path.id], urls.media, principal))
  if (own !== undefined) return { status: 200, body: own }
  throw new Problem('not_found', `No artwork has the id ${path.id}.`)
}

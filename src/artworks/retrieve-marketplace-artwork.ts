import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { recordBody } from '../read-model/responses.ts'
import { findArtwork } from './find-artwork.ts'

/** One artwork that the viewer may see, as the list shows it. */
export async function retrieveMarketplaceArtwork(
  { path, principal }: Input<'retrieveMarketplaceArtwork'>,
  { db, lists, urls }: ReadContext,
): Promise<Reply<'retrieveMarketplaceArtwork'>> {
  const document = await lists.record('artworks', path.id)
  if (document !== undefined) return { status: 200, body: recordBody(document) }
  const own = principal === undefined ? undefined : await findArtwork(db, path.id, urls, principal)
  if (own !== undefined) return { status: 200, ...own }
  throw new Problem('not_found', `No artwork has the id ${path.id}.`)
}

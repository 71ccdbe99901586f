import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { recordBody } from '../read-model/responses.ts'
import { findRecord, noSuchRecord } from '../records/write-record.ts'
import { artworkKind } from './artwork-kind.ts'

/** One artwork that the viewer may see, as the list shows it. */
export async function retrieveMarketplaceArtwork(
  { path: { id }, principal }: Input<'retrieveMarketplaceArtwork'>,
  context: ReadContext,
): Promise<Reply<'retrieveMarketplaceArtwork'>> {
  const document = await context.lists.record('artworks', id)
  if (document !== undefined) return { status: 200, body: recordBody(document) }
  if (principal === undefined) throw noSuchRecord(artworkKind, id)
  return { status: 200, ...(await findRecord(artworkKind, id, context, principal)) }
}

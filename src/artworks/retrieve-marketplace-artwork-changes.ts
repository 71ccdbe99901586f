import { EVENT_STREAM_TYPE } from '../contract/document.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import { changeEventsOf } from '../feed/change-events.ts'
import { changesOf } from '../feed/changes.ts'
import type { ReadContext } from '../operation-context.ts'

export async function retrieveMarketplaceArtworkChanges(
  { query, header, mediaType }: Input<'retrieveMarketplaceArtworkChanges'>,
  context: ReadContext,
): Promise<Reply<'retrieveMarketplaceArtworkChanges'>> {
  if (mediaType === EVENT_STREAM_TYPE) {
    const events = await changeEventsOf('artworks', query, header['Last-Event-ID'], context)
    return { status: 200, events }
  }
  return { status: 200, body: await changesOf('artworks', query, context) }
}

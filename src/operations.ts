import { listMarketplaceArtworks } from './artworks/list-marketplace-artworks.ts'
import { retrieveMarketplaceArtwork } from './artworks/retrieve-marketplace-artwork.ts'
import type { Operations } from './contract/operation-types.ts'
import { listEvents } from './events/list-events.ts'
import { retrieveEvent } from './events/retrieve-event.ts'

/** Everything that the service does: one function for each operationId of the contract. */
export const operations: Operations = {
  listMarketplaceArtworks,
  retrieveMarketplaceArtwork,
  listEvents,
  retrieveEvent,
}

import { listArtists } from './artists/list-artists.ts'
import { retrieveArtist } from './artists/retrieve-artist.ts'
import { createMarketplaceArtwork } from './artworks/create-marketplace-artwork.ts'
import { listMarketplaceArtworks } from './artworks/list-marketplace-artworks.ts'
import { retrieveMarketplaceArtwork } from './artworks/retrieve-marketplace-artwork.ts'
import { listArtworkCategories } from './categories/list-artwork-categories.ts'
import { listEventCategories } from './categories/list-event-categories.ts'
import type { Operations } from './operation-context.ts'
import { createEvent } from './events/create-event.ts'
import { deleteEvent } from './events/delete-event.ts'
import { listEvents } from './events/list-events.ts'
import { partialUpdateEvent } from './events/partial-update-event.ts'
import { retrieveEvent } from './events/retrieve-event.ts'
import { updateEvent } from './events/update-event.ts'
import { listGalleries } from './galleries/list-galleries.ts'
import { retrieveGallery } from './galleries/retrieve-gallery.ts'
import { retrieveIndex } from './api-index/retrieve-index.ts'
import { listTags } from './tags/list-tags.ts'
import { createVenue } from './venues/create-venue.ts'
import { listVenues } from './venues/list-venues.ts'
import { retrieveVenue } from './venues/retrieve-venue.ts'

/** Everything that the service does: one function for each operationId of the contract. */
export const operations: Operations = {
  retrieveIndex,
  listMarketplaceArtworks,
  createMarketplaceArtwork,
  retrieveMarketplaceArtwork,
  listEvents,
  createEvent,
  retrieveEvent,
  updateEvent,
  partialUpdateEvent,
  deleteEvent,
  listVenues,
  createVenue,
  retrieveVenue,
  listEventCategories,
  listArtworkCategories,
  listArtists,
  retrieveArtist,
  listGalleries,
  retrieveGallery,
  listTags,
}

import { retrieveIndex } from './api-index/retrieve-index.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { deleteApiKey } from './api-keys/delete-api-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { retrieveApiKey } from './api-keys/retrieve-api-key.ts'
import { createArtist } from './artists/create-artist.ts'
import { deleteArtist } from './artists/delete-artist.ts'
import { listArtists } from './artists/list-artists.ts'
import { partialUpdateArtist } from './artists/partial-update-artist.ts'
import { retrieveArtist } from './artists/retrieve-artist.ts'
import { batchMarketplaceArtworks } from './artworks/batch-marketplace-artworks.ts'
import { createMarketplaceArtwork } from './artworks/create-marketplace-artwork.ts'
import { deleteMarketplaceArtwork } from './artworks/delete-marketplace-artwork.ts'
import { listArtworksOfArtist } from './artworks/list-artworks-of-artist.ts'
import { listArtworksOfGallery } from './artworks/list-artworks-of-gallery.ts'
import { retrieveMarketplaceArtworkSnapshot } from './artworks/retrieve-marketplace-artwork-snapshot.ts'
import { retrieveMarketplaceArtworkDigest } from './artworks/retrieve-marketplace-artwork-digest.ts'
import { retrieveMarketplaceArtworkFacets } from './artworks/retrieve-marketplace-artwork-facets.ts'
import { retrieveMarketplaceArtworkChanges } from './artworks/retrieve-marketplace-artwork-changes.ts'
import { listSparseMarketplaceArtworks } from './artworks/list-sparse-marketplace-artworks.ts'
import { listMarketplaceArtworks } from './artworks/list-marketplace-artworks.ts'
import { partialUpdateMarketplaceArtwork } from './artworks/partial-update-marketplace-artwork.ts'
import { retrieveMarketplaceArtwork } from './artworks/retrieve-marketplace-artwork.ts'
import { createArtworkCategory } from './categories/create-artwork-category.ts'
import { createEventCategory } from './categories/create-event-category.ts'
import { deleteArtworkCategory } from './categories/delete-artwork-category.ts'
import { deleteEventCategory } from './categories/delete-event-category.ts'
import { listArtworkCategories } from './categories/list-artwork-categories.ts'
import { listEventCategories } from './categories/list-event-categories.ts'
import { partialUpdateArtworkCategory } from './categories/partial-update-artwork-category.ts'
import { partialUpdateEventCategory } from './categories/partial-update-event-category.ts'
import { retrieveArtworkCategory } from './categories/retrieve-artwork-category.ts'
import { retrieveEventCategory } from './categories/retrieve-event-category.ts'
import { batchEvents } from './events/batch-events.ts'
import { createEvent } from './events/create-event.ts'
import { deleteEvent } from './events/delete-event.ts'
import { listEventsOfVenue } from './events/list-events-of-venue.ts'
import { retrieveEventSnapshot } from './events/retrieve-event-snapshot.ts'
import { retrieveEventDigest } from './events/retrieve-event-digest.ts'
import { retrieveEventRpde } from './events/retrieve-event-rpde.ts'
import { retrieveEventFacets } from './events/retrieve-event-facets.ts'
import { retrieveEventChanges } from './events/retrieve-event-changes.ts'
import { listSparseEvents } from './events/list-sparse-events.ts'
import { listEvents } from './events/list-events.ts'
import { partialUpdateEvent } from './events/partial-update-event.ts'
import { retrieveEvent } from './events/retrieve-event.ts'
import { updateEvent } from './events/update-event.ts'
import { deleteExchangeRates } from './exchange-rates/delete-exchange-rates.ts'
import { importExchangeRates } from './exchange-rates/import-exchange-rates.ts'
import { retrieveExchangeRates } from './exchange-rates/retrieve-exchange-rates.ts'
import { acceptGalleryInvitation } from './galleries/accept-gallery-invitation.ts'
import { createGallery } from './galleries/create-gallery.ts'
import { deleteGallery } from './galleries/delete-gallery.ts'
import { listGalleries } from './galleries/list-galleries.ts'
import { partialUpdateGallery } from './galleries/partial-update-gallery.ts'
import { retrieveGalleryMembers } from './galleries/retrieve-gallery-members.ts'
import { retrieveGallery } from './galleries/retrieve-gallery.ts'
import { updateGalleryMembers } from './galleries/update-gallery-members.ts'
import { createTag } from './tags/create-tag.ts'
import { deleteTag } from './tags/delete-tag.ts'
import { listTags } from './tags/list-tags.ts'
import { partialUpdateTag } from './tags/partial-update-tag.ts'
import { retrieveTag } from './tags/retrieve-tag.ts'
import { createVenue } from './venues/create-venue.ts'
import { deleteVenue } from './venues/delete-venue.ts'
import { listVenues } from './venues/list-venues.ts'
import { partialUpdateVenue } from './venues/partial-update-venue.ts'
import { retrieveVenue } from './venues/retrieve-venue.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'
import { partialUpdateWebhook } from './webhooks/partial-update-webhook.ts'
import { pingWebhook } from './webhooks/ping-webhook.ts'
import { redeliverWebhookMessage } from './webhooks/redeliver-webhook-message.ts'
import { replaceWebhookSecret } from './webhooks/replace-webhook-secret.ts'
import { retrieveWebhook } from './webhooks/retrieve-webhook.ts'
import { retrieveWebhookDeliveries } from './webhooks/retrieve-webhook-deliveries.ts'
import type { Operations } from './operation-context.ts'

/** Everything that the service does: one function for each operationId of the contract. */
export const operations: Operations = {
  retrieveIndex,
  listMarketplaceArtworks,
  listSparseMarketplaceArtworks,
  retrieveMarketplaceArtworkFacets,
  retrieveMarketplaceArtworkChanges,
  retrieveMarketplaceArtworkDigest,
  retrieveMarketplaceArtworkSnapshot,
  batchMarketplaceArtworks,
  createMarketplaceArtwork,
  retrieveMarketplaceArtwork,
  partialUpdateMarketplaceArtwork,
  deleteMarketplaceArtwork,
  listEvents,
  listSparseEvents,
  retrieveEventFacets,
  retrieveEventChanges,
  retrieveEventRpde,
  retrieveEventDigest,
  retrieveEventSnapshot,
  batchEvents,
  createEvent,
  retrieveEvent,
  updateEvent,
  partialUpdateEvent,
  deleteEvent,
  listVenues,
  createVenue,
  retrieveVenue,
  partialUpdateVenue,
  deleteVenue,
  listEventsOfVenue,
  listEventCategories,
  createEventCategory,
  retrieveEventCategory,
  partialUpdateEventCategory,
  deleteEventCategory,
  listArtworkCategories,
  createArtworkCategory,
  retrieveArtworkCategory,
  partialUpdateArtworkCategory,
  deleteArtworkCategory,
  listArtists,
  createArtist,
  retrieveArtist,
  partialUpdateArtist,
  deleteArtist,
  listArtworksOfArtist,
  listGalleries,
  createGallery,
  retrieveGallery,
  partialUpdateGallery,
  deleteGallery,
  listArtworksOfGallery,
  retrieveGalleryMembers,
  updateGalleryMembers,
  acceptGalleryInvitation,
  listTags,
  createTag,
  retrieveTag,
  partialUpdateTag,
  deleteTag,
  retrieveExchangeRates,
  importExchangeRates,
  deleteExchangeRates,
  listApiKeys,
  createApiKey,
  retrieveApiKey,
  deleteApiKey,
  listWebhooks,
  createWebhook,
  retrieveWebhook,
  partialUpdateWebhook,
  deleteWebhook,
  replaceWebhookSecret,
  pingWebhook,
  retrieveWebhookDeliveries,
  redeliverWebhookMessage,
}

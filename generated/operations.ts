// Made from openapi/v1.yaml by `npm run generate`. Do not edit.

/** The method and the path of each operation. */
export const OPERATIONS = {
  retrieveIndex: { method: 'get', path: '/' },
  listMarketplaceArtworks: { method: 'get', path: '/marketplace-artworks/' },
  createMarketplaceArtwork: { method: 'post', path: '/marketplace-artworks/' },
  retrieveMarketplaceArtwork: { method: 'get', path: '/marketplace-artworks/{id}/' },
  listEvents: { method: 'get', path: '/events/' },
  createEvent: { method: 'post', path: '/events/' },
  retrieveEvent: { method: 'get', path: '/events/{id}/' },
  updateEvent: { method: 'put', path: '/events/{id}/' },
  partialUpdateEvent: { method: 'patch', path: '/events/{id}/' },
  deleteEvent: { method: 'delete', path: '/events/{id}/' },
  listVenues: { method: 'get', path: '/venues/' },
  createVenue: { method: 'post', path: '/venues/' },
  retrieveVenue: { method: 'get', path: '/venues/{id}/' },
  listEventCategories: { method: 'get', path: '/event-categories/' },
  listArtworkCategories: { method: 'get', path: '/artwork-categories/' },
  listArtists: { method: 'get', path: '/artists/' },
  retrieveArtist: { method: 'get', path: '/artists/{id}/' },
  listGalleries: { method: 'get', path: '/galleries/' },
  retrieveGallery: { method: 'get', path: '/galleries/{id}/' },
  listTags: { method: 'get', path: '/tags/' },
} as const

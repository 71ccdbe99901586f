/**
 * TypeScript beside every client: what the program needs of it, and what each generator's `usage`
 * makes of the client's own methods.
 */
export const PARTNER = `
  import type {
    Artwork, ArtworkInput, ArtworkPage, Event, EventCategoryPage, EventInput, EventPatch,
    GalleryPage, Problem, Venue, VenueInput, VenuePage,
  } from './usage.ts'

  export interface Answer<Data> {
    status: number
    headers: Headers
    data?: Data
    problem?: Problem
  }

  /** Of a list, in the query. */
  export interface Place {
    limit: number
    offset?: number
  }

  export interface Partner {
    /** The latest order date first, by the generator's own name for that ordering. */
    listMarketplaceArtworks(place: Place): Promise<Answer<ArtworkPage>>
    retrieveMarketplaceArtwork(id: number): Promise<Answer<Artwork>>
    listVenues(): Promise<Answer<VenuePage>>
    listEventCategories(): Promise<Answer<EventCategoryPage>>
    listGalleries(): Promise<Answer<GalleryPage>>
    createVenue(venue: VenueInput): Promise<Answer<Venue>>
    createEvent(event: EventInput, idempotencyKey: string): Promise<Answer<Event>>
    retrieveEvent(id: number): Promise<Answer<Event>>
    partialUpdateEvent(id: number, patch: EventPatch, etag: string): Promise<Answer<Event>>
    updateEvent(id: number, event: EventInput, etag: string): Promise<Answer<Event>>
    deleteEvent(id: number, etag: string): Promise<Answer<unknown>>
    createMarketplaceArtwork(artwork: ArtworkInput): Promise<Answer<Artwork>>
  }
`

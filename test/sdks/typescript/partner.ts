/** The record types that each `usage` exports, in the syntax of an import or export list. */
export const RECORD_TYPES = `
      Artwork, ArtworkInput, ArtworkPage, Event, EventCategoryPage, EventInput, EventPatch,
      GalleryPage, Problem, Venue, VenueInput, VenuePage,
    `

/** The functions of the clients that have one for each operation. */
export const OPERATIONS = `
      createEvent, createMarketplaceArtwork, createVenue, deleteEvent, listEventCategories,
      listGalleries, listMarketplaceArtworks, listVenues, partialUpdateEvent, retrieveEvent,
      retrieveMarketplaceArtwork, updateEvent,
    `

/** TypeScript next to every client: the interface that the program needs and each `usage` implements. */
export const PARTNER = `
  import type {${RECORD_TYPES}} from './usage.ts'

  export interface Received<Data> {
    status: number
    headers: Headers
    data?: Data
    problem?: Problem
  }

  /** The query of a list. */
  export interface Place {
    limit: number
    offset?: number
  }

  export interface Partner {
    /** With the latest order date first, by the generator's name for that ordering. */
    listMarketplaceArtworks(place: Place): Promise<Received<ArtworkPage>>
    retrieveMarketplaceArtwork(id: number): Promise<Received<Artwork>>
    listVenues(): Promise<Received<VenuePage>>
    listEventCategories(): Promise<Received<EventCategoryPage>>
    listGalleries(): Promise<Received<GalleryPage>>
    createVenue(venue: VenueInput): Promise<Received<Venue>>
    createEvent(event: EventInput, idempotencyKey: string): Promise<Received<Event>>
    retrieveEvent(id: number): Promise<Received<Event>>
    partialUpdateEvent(id: number, patch: EventPatch, etag: string): Promise<Received<Event>>
    updateEvent(id: number, event: EventInput, etag: string): Promise<Received<Event>>
    deleteEvent(id: number, etag: string): Promise<Received<unknown>>
    createMarketplaceArtwork(artwork: ArtworkInput): Promise<Received<Artwork>>
  }
`

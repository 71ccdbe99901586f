/** The record types that each `usage` exports, in the syntax of an import or export list. */
export const RECORD_TYPES = `
      Artist, ArtistInput, Artwork, ArtworkInput, ArtworkPage, ArtworkPatch, BatchResult,
      BatchSummary, Event, EventCategoryPage, EventInput, EventPatch, Gallery, GalleryInput, GalleryPage, Problem, Tag,
      TagInput, Venue, VenueInput, VenuePage,
    `

/** The functions of the clients that have one for each operation. */
export const OPERATIONS = `
      createArtist, createEvent, createGallery, createMarketplaceArtwork, createTag, createVenue,
      deleteArtist, deleteEvent, deleteGallery, deleteMarketplaceArtwork, deleteTag,
      listEventCategories, listGalleries, listMarketplaceArtworks, listVenues, partialUpdateEvent,
      partialUpdateMarketplaceArtwork, retrieveEvent, retrieveGallery, retrieveMarketplaceArtwork,
      updateEvent,
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
    partialUpdateMarketplaceArtwork(
      id: number, patch: ArtworkPatch, etag: string,
    ): Promise<Received<Artwork>>
    deleteMarketplaceArtwork(id: number, etag: string): Promise<Received<unknown>>
    /** With dry_run. Left out by a client that cannot send NDJSON. @param lines of JSON, as the data are. */
    batchMarketplaceArtworks?(lines: string): Promise<Received<string>>
    createArtist(artist: ArtistInput): Promise<Received<Artist>>
    deleteArtist(id: number, etag: string): Promise<Received<unknown>>
    createGallery(gallery: GalleryInput): Promise<Received<Gallery>>
    retrieveGallery(id: number): Promise<Received<Gallery>>
    deleteGallery(id: number, etag: string): Promise<Received<unknown>>
    createTag(tag: TagInput): Promise<Received<Tag>>
    deleteTag(id: number, etag: string): Promise<Received<unknown>>
  }
`

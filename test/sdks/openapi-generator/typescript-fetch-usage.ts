/** What a `Generator` has as `usage` (../typescript/generator.ts), for typescript-fetch. */
export const USAGE = `
  import {
    ArtworkOrdering, ArtworksApi, Configuration, Currency, EventCategoriesApi, EventsApi,
    GalleriesApi, PriceDisplay, ProblemFromJSON, PublishStatus, ResponseError, SizeUnit,
    VenuesApi, type ApiResponse, type ArtworkInput as ArtworkInputWithSets,
  } from './index.js'
  import type { Answer, Partner } from './partner.ts'

  export type {
    Artwork, ArtworkPage, Event, EventCategoryPage, EventInput, EventPatch, GalleryPage,
    Problem, Venue, VenueInput, VenuePage,
  } from './index.js'

  /** An array that the document calls unique is a Set here. */
  export type ArtworkInput = Omit<ArtworkInputWithSets, 'artists'> & { artists: number[] }

  export const words = {
    published: PublishStatus.published,
    centimeter: SizeUnit.centimeter,
    showPrice: PriceDisplay.SHOW_PRICE,
    CAD: Currency.CAD,
  }

  export function connect(basePath: string, key?: string): Partner {
    const configuration = new Configuration({ basePath, accessToken: key })
    const artworks = new ArtworksApi(configuration)
    const events = new EventsApi(configuration)
    const venues = new VenuesApi(configuration)
    const eventCategories = new EventCategoriesApi(configuration)
    const galleries = new GalleriesApi(configuration)
    const ordering = ArtworkOrdering.ORDER_DATE_DESC
    return {
      listMarketplaceArtworks: (place) =>
        answer(artworks.listMarketplaceArtworksRaw({ ...place, ordering })),
      retrieveMarketplaceArtwork: (id) => answer(artworks.retrieveMarketplaceArtworkRaw({ id })),
      listVenues: () => answer(venues.listVenuesRaw({})),
      listEventCategories: () => answer(eventCategories.listEventCategoriesRaw({})),
      listGalleries: () => answer(galleries.listGalleriesRaw({})),
      createVenue: (venueInput) => answer(venues.createVenueRaw({ venueInput })),
      createEvent: (eventInput, idempotencyKey) =>
        answer(events.createEventRaw({ eventInput, idempotencyKey })),
      retrieveEvent: (id) => answer(events.retrieveEventRaw({ id })),
      partialUpdateEvent: (id, eventPatch, ifMatch) =>
        answer(events.partialUpdateEventRaw({ id, eventPatch, ifMatch })),
      updateEvent: (id, eventInput, ifMatch) =>
        answer(events.updateEventRaw({ id, eventInput, ifMatch })),
      deleteEvent: (id, ifMatch) => answer(events.deleteEventRaw({ id, ifMatch })),
      createMarketplaceArtwork: (artwork) => {
        const artworkInput = { ...artwork, artists: new Set(artwork.artists) }
        return answer(artworks.createMarketplaceArtworkRaw({ artworkInput }))
      },
    }
  }

  /** A refusal is thrown with the answer, whose body is the problem. */
  async function answer<Data>(sent: Promise<ApiResponse<Data>>): Promise<Answer<Data>> {
    try {
      const answered = await sent
      const { status, headers } = answered.raw
      return { status, headers, data: await answered.value() }
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error
      const { status, headers } = error.response
      return { status, headers, problem: ProblemFromJSON(await error.response.json()) }
    }
  }
`

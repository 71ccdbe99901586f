import type { Generator } from './generator.ts'

const VERSION = '13.13.0'

export const swaggerTypescriptApi: Generator = {
  name: 'swagger-typescript-api',
  version: VERSION,
  packages: { 'swagger-typescript-api': VERSION },
  note: 'fetch client, without its @ts-nocheck',
  command: ({ document, output }) => [
    'swagger-typescript-api/dist/cli.mjs',
    'generate',
    '--path',
    document,
    '--output',
    output,
    '--name',
    'api.ts',
  ],
  usage: `
    import {
      Api, ArtworkOrdering, Currency, PriceDisplay, PublishStatus, SizeUnit,
      type HttpResponse, type Problem,
    } from './api.ts'
    import type { Answer, Partner } from './partner.ts'

    export type {
      Artwork, ArtworkInput, ArtworkPage, Event, EventCategoryPage, EventInput, EventPatch,
      GalleryPage, Problem, Venue, VenueInput, VenuePage,
    } from './api.ts'

    export const words = {
      published: PublishStatus.Published,
      centimeter: SizeUnit.Centimeter,
      showPrice: PriceDisplay.SHOW_PRICE,
      CAD: Currency.CAD,
    }

    export function connect(baseUrl: string, key?: string): Partner {
      const { marketplaceArtworks, events, venues, eventCategories, galleries } = new Api({
        baseUrl,
        // It does not see that an answer is JSON where the document gives it by reference.
        baseApiParams: { format: 'json', secure: true },
        securityWorker: () => (key ? { headers: { Authorization: 'Bearer ' + key } } : {}),
      })
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      const ifMatch = (etag: string) => ({ headers: { 'If-Match': etag } })
      return {
        listMarketplaceArtworks: (place) =>
          answer(marketplaceArtworks.listMarketplaceArtworks({ ...place, ordering })),
        retrieveMarketplaceArtwork: (id) =>
          answer(marketplaceArtworks.retrieveMarketplaceArtwork(id)),
        listVenues: () => answer(venues.listVenues()),
        listEventCategories: () => answer(eventCategories.listEventCategories()),
        listGalleries: () => answer(galleries.listGalleries()),
        createVenue: (venue) => answer(venues.createVenue(venue)),
        createEvent: (event, idempotencyKey) => {
          const headers = { 'Idempotency-Key': idempotencyKey }
          return answer(events.createEvent(event, { headers }))
        },
        retrieveEvent: (id) => answer(events.retrieveEvent(id)),
        partialUpdateEvent: (id, patch, etag) =>
          answer(events.partialUpdateEvent(id, patch, ifMatch(etag))),
        updateEvent: (id, event, etag) => answer(events.updateEvent(id, event, ifMatch(etag))),
        deleteEvent: (id, etag) => answer(events.deleteEvent(id, ifMatch(etag))),
        createMarketplaceArtwork: (artwork) =>
          answer(marketplaceArtworks.createMarketplaceArtwork(artwork)),
      }
    }

    /** An answer that is a refusal is thrown, with the problem in it. */
    async function answer<Data>(sent: Promise<HttpResponse<Data, Problem>>): Promise<Answer<Data>> {
      const response = await sent.catch((thrown: HttpResponse<Data, Problem>) => thrown)
      if (!(response instanceof Response)) throw response
      const { status, headers, ok, data, error } = response
      return ok ? { status, headers, data } : { status, headers, problem: error }
    }
  `,
}

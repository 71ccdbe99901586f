import type { Generator } from './generator.ts'
import { RECORD_TYPES } from './partner.ts'

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
      Api, ArtworkOrdering, ContentType, Currency, PriceDisplay, PublishStatus, SaleStatus, SizeUnit,
      type HttpResponse, type Problem,
    } from './api.ts'
    import type { Received, Partner } from './partner.ts'

    export type {${RECORD_TYPES}} from './api.ts'

    export const words = {
      published: PublishStatus.Published,
      sold: SaleStatus.SOLD,
      centimeter: SizeUnit.Centimeter,
      showPrice: PriceDisplay.SHOW_PRICE,
      CAD: Currency.CAD,
    }

    export function connect(baseUrl: string, key?: string): Partner {
      const securityWorker = () => (key ? { headers: { Authorization: 'Bearer ' + key } } : {})
      const { marketplaceArtworks, events, venues, eventCategories, artists, galleries, tags } = new Api({
        baseUrl,
        // It does not recognise a referenced response as JSON.
        baseApiParams: { format: 'json', secure: true },
        securityWorker,
      })
      const batches = new Api({
        baseUrl,
        baseApiParams: { format: 'text', secure: true },
        securityWorker,
        // ContentType.Text is its only type whose body is sent as it is.
        customFetch: (address, init) => {
          const headers = new Headers(init?.headers)
          headers.set('Content-Type', 'application/x-ndjson')
          return fetch(address, { ...init, headers })
        },
      })
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      const ifMatch = (etag: string) => ({ headers: { 'If-Match': etag } })
      return {
        listMarketplaceArtworks: (place) =>
          received(marketplaceArtworks.listMarketplaceArtworks({ ...place, ordering })),
        retrieveMarketplaceArtwork: (id) =>
          received(marketplaceArtworks.retrieveMarketplaceArtwork(id)),
        listVenues: () => received(venues.listVenues()),
        listEventCategories: () => received(eventCategories.listEventCategories()),
        listGalleries: () => received(galleries.listGalleries()),
        createVenue: (venue) => received(venues.createVenue(venue)),
        createEvent: (event, idempotencyKey) => {
          const headers = { 'Idempotency-Key': idempotencyKey }
          return received(events.createEvent(event, { headers }))
        },
        retrieveEvent: (id) => received(events.retrieveEvent(id)),
        partialUpdateEvent: (id, patch, etag) =>
          received(events.partialUpdateEvent(id, patch, ifMatch(etag))),
        updateEvent: (id, event, etag) => received(events.updateEvent(id, event, ifMatch(etag))),
        deleteEvent: (id, etag) => received(events.deleteEvent(id, ifMatch(etag))),
        createMarketplaceArtwork: (artwork) =>
          received(marketplaceArtworks.createMarketplaceArtwork(artwork)),
        partialUpdateMarketplaceArtwork: (id, patch, etag) =>
          received(marketplaceArtworks.partialUpdateMarketplaceArtwork(id, patch, ifMatch(etag))),
        deleteMarketplaceArtwork: (id, etag) =>
          received(marketplaceArtworks.deleteMarketplaceArtwork(id, ifMatch(etag))),
        batchMarketplaceArtworks: (lines) => {
          const params = { type: ContentType.Text }
          return received(batches.marketplaceArtworks.batchMarketplaceArtworks(lines, { dry_run: true }, params))
        },
        createArtist: (artist) => received(artists.createArtist(artist)),
        deleteArtist: (id, etag) => received(artists.deleteArtist(id, ifMatch(etag))),
        createGallery: (gallery) => received(galleries.createGallery(gallery)),
        retrieveGallery: (id) => received(galleries.retrieveGallery(id)),
        deleteGallery: (id, etag) => received(galleries.deleteGallery(id, ifMatch(etag))),
        createTag: (tag) => received(tags.createTag(tag)),
        deleteTag: (id, etag) => received(tags.deleteTag(id, ifMatch(etag))),
      }
    }

    /** A rejection is thrown as a response with the problem. */
    async function received<Data>(sent: Promise<HttpResponse<Data, Problem>>): Promise<Received<Data>> {
      const response = await sent.catch((thrown: HttpResponse<Data, Problem>) => thrown)
      if (!(response instanceof Response)) throw response
      const { status, headers, ok, data, error } = response
      return ok ? { status, headers, data } : { status, headers, problem: error }
    }
  `,
}

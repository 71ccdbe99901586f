import type { Generator } from './generator.ts'
import { RECORD_TYPES } from './partner.ts'

const VERSION = '7.13.0'
const EXPORTED = RECORD_TYPES.match(/\w+/g)
  ?.map((name) => `export type ${name} = Schemas['${name}']`)
  .join('\n')

export const openapiTypescript: Generator = {
  name: 'openapi-typescript',
  version: VERSION,
  packages: { 'openapi-typescript': VERSION, 'openapi-fetch': '0.17.0' },
  note: 'enums by name, openapi-fetch 0.17.0',
  command: ({ document, output }) => [
    'openapi-typescript/bin/cli.js',
    document,
    '--output',
    `${output}/api.ts`,
    '--enum',
  ],
  usage: `
    import createClient from 'openapi-fetch'
    import {
      ArtworkOrdering, Currency, PriceDisplay, PublishStatus, SaleStatus, SizeUnit, type components, type paths,
    } from './api.ts'
    import type { Received, Partner } from './partner.ts'

    type Schemas = components['schemas']
    ${EXPORTED}

    export const words = {
      published: PublishStatus.published,
      sold: SaleStatus.SOLD,
      centimeter: SizeUnit.centimeter,
      showPrice: PriceDisplay.SHOW_PRICE,
      CAD: Currency.CAD,
    }

    export function connect(baseUrl: string, key?: string): Partner {
      const client = createClient<paths>({ baseUrl })
      client.use({
        onRequest: ({ request }) => {
          if (key !== undefined) request.headers.set('Authorization', 'Bearer ' + key)
        },
      })
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      const at = (id: number, etag: string) => ({ path: { id }, header: { 'If-Match': etag } })
      return {
        listMarketplaceArtworks: (place) => {
          const query = { ...place, ordering }
          return received(client.GET('/marketplace-artworks/', { params: { query } }))
        },
        retrieveMarketplaceArtwork: (id) =>
          received(client.GET('/marketplace-artworks/{id}/', { params: { path: { id } } })),
        listVenues: () => received(client.GET('/venues/')),
        listEventCategories: () => received(client.GET('/event-categories/')),
        listGalleries: () => received(client.GET('/galleries/')),
        createVenue: (body) => received(client.POST('/venues/', { body })),
        createEvent: (body, idempotencyKey) => {
          const header = { 'Idempotency-Key': idempotencyKey }
          return received(client.POST('/events/', { params: { header }, body }))
        },
        retrieveEvent: (id) => received(client.GET('/events/{id}/', { params: { path: { id } } })),
        partialUpdateEvent: (id, body, etag) =>
          received(client.PATCH('/events/{id}/', { params: at(id, etag), body })),
        updateEvent: (id, body, etag) =>
          received(client.PUT('/events/{id}/', { params: at(id, etag), body })),
        deleteEvent: (id, etag) =>
          received(client.DELETE('/events/{id}/', { params: at(id, etag) })),
        createMarketplaceArtwork: (body) => received(client.POST('/marketplace-artworks/', { body })),
        partialUpdateMarketplaceArtwork: (id, body, etag) =>
          received(client.PATCH('/marketplace-artworks/{id}/', { params: at(id, etag), body })),
        deleteMarketplaceArtwork: (id, etag) =>
          received(client.DELETE('/marketplace-artworks/{id}/', { params: at(id, etag) })),
        batchMarketplaceArtworks: (body) =>
          received(client.POST('/marketplace-artworks/batch/', {
            params: { query: { dry_run: true } },
            body,
            // It would send a string in JSON.
            bodySerializer: (lines) => lines,
            headers: { 'Content-Type': 'application/x-ndjson' },
            parseAs: 'text',
          })),
        createArtist: (body) => received(client.POST('/artists/', { body })),
        deleteArtist: (id, etag) =>
          received(client.DELETE('/artists/{id}/', { params: at(id, etag) })),
        createGallery: (body) => received(client.POST('/galleries/', { body })),
        retrieveGallery: (id) => received(client.GET('/galleries/{id}/', { params: { path: { id } } })),
        deleteGallery: (id, etag) =>
          received(client.DELETE('/galleries/{id}/', { params: at(id, etag) })),
        createTag: (body) => received(client.POST('/tags/', { body })),
        deleteTag: (id, etag) => received(client.DELETE('/tags/{id}/', { params: at(id, etag) })),
      }
    }

    interface Fetched<Data> {
      data?: Data
      error?: Problem
      response: Response
    }

    async function received<Data>(fetched: Promise<Fetched<Data>>): Promise<Received<Data>> {
      const { data, error, response } = await fetched
      return { status: response.status, headers: response.headers, data, problem: error }
    }
  `,
}

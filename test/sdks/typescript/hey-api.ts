import { documentedSettings } from '../documented.ts'
import type { Generator } from './generator.ts'
import { OPERATIONS, RECORD_TYPES } from './partner.ts'

const VERSION = '0.99.0'

export const heyApi: Generator = {
  name: '@hey-api/openapi-ts',
  version: VERSION,
  packages: { '@hey-api/openapi-ts': VERSION },
  needsNewerNode: true,
  note: 'enums by name, fetch client',
  config: (target) => ({
    extension: 'mjs',
    text: documentedSettings('@hey-api/openapi-ts', target),
  }),
  command: (_, configFile) => ['@hey-api/openapi-ts/bin/run.js', '--file', configFile],
  usage: `
    import { createClient } from './client/index.js'
    import {
      ArtworkOrdering, Currency, PriceDisplay, PublishStatus, SaleStatus, SizeUnit, type Problem,
      batchMarketplaceArtworks,${OPERATIONS}} from './index.js'
    import type { Received, Partner } from './partner.ts'

    export type {${RECORD_TYPES}} from './index.js'

    export const words = {
      published: PublishStatus.published,
      sold: SaleStatus.SOLD,
      centimeter: SizeUnit.centimeter,
      showPrice: PriceDisplay.SHOW_PRICE,
      CAD: Currency.CAD,
    }

    export function connect(baseUrl: string, key?: string): Partner {
      const client = createClient({ baseUrl, auth: () => key })
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      const at = (id: number, etag: string) => ({ path: { id }, headers: { 'If-Match': etag } })
      return {
        listMarketplaceArtworks: (place) =>
          received(listMarketplaceArtworks({ client, query: { ...place, ordering } })),
        retrieveMarketplaceArtwork: (id) =>
          received(retrieveMarketplaceArtwork({ client, path: { id } })),
        listVenues: () => received(listVenues({ client })),
        listEventCategories: () => received(listEventCategories({ client })),
        listGalleries: () => received(listGalleries({ client })),
        createVenue: (body) => received(createVenue({ client, body })),
        createEvent: (body, idempotencyKey) => {
          const headers = { 'Idempotency-Key': idempotencyKey }
          return received(createEvent({ client, body, headers }))
        },
        retrieveEvent: (id) => received(retrieveEvent({ client, path: { id } })),
        partialUpdateEvent: (id, body, etag) =>
          received(partialUpdateEvent({ client, body, ...at(id, etag) })),
        updateEvent: (id, body, etag) => received(updateEvent({ client, body, ...at(id, etag) })),
        deleteEvent: (id, etag) => received(deleteEvent({ client, ...at(id, etag) })),
        createMarketplaceArtwork: (body) => received(createMarketplaceArtwork({ client, body })),
        partialUpdateMarketplaceArtwork: (id, body, etag) =>
          received(partialUpdateMarketplaceArtwork({ client, body, ...at(id, etag) })),
        deleteMarketplaceArtwork: (id, etag) =>
          received(deleteMarketplaceArtwork({ client, ...at(id, etag) })),
        batchMarketplaceArtworks: (body) =>
          received(batchMarketplaceArtworks({
            client,
            body,
            query: { dry_run: true },
            // It would send a string in JSON.
            bodySerializer: null,
            parseAs: 'text',
          })),
        createArtist: (body) => received(createArtist({ client, body })),
        deleteArtist: (id, etag) => received(deleteArtist({ client, ...at(id, etag) })),
        createGallery: (body) => received(createGallery({ client, body })),
        retrieveGallery: (id) => received(retrieveGallery({ client, path: { id } })),
        deleteGallery: (id, etag) => received(deleteGallery({ client, ...at(id, etag) })),
        createTag: (body) => received(createTag({ client, body })),
        deleteTag: (id, etag) => received(deleteTag({ client, ...at(id, etag) })),
      }
    }

    interface Fetched<Data> {
      data: Data | undefined
      error: Problem | undefined
      /** Undefined without any response. */
      response?: Response | undefined
    }

    async function received<Data>(fetched: Promise<Fetched<Data>>): Promise<Received<Data>> {
      const { data, error, response } = await fetched
      if (response === undefined) throw error
      return { status: response.status, headers: response.headers, data, problem: error }
    }
  `,
}

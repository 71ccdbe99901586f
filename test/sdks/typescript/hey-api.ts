import type { Target } from '../sdk.ts'
import type { Generator } from './generator.ts'

const VERSION = '0.99.0'

export const heyApi: Generator = {
  name: '@hey-api/openapi-ts',
  version: VERSION,
  packages: { '@hey-api/openapi-ts': VERSION },
  needsNewerNode: true,
  note: 'enums by name, fetch client',
  config: (target) => ({ extension: 'mjs', text: config(target) }),
  command: (_, configFile) => ['@hey-api/openapi-ts/bin/run.js', '--file', configFile],
  usage: `
    import { createClient } from './client/index.js'
    import {
      ArtworkOrdering, createEvent, createMarketplaceArtwork, createVenue, Currency, deleteEvent,
      listEventCategories, listGalleries, listMarketplaceArtworks, listVenues, partialUpdateEvent,
      PriceDisplay, PublishStatus, retrieveEvent, retrieveMarketplaceArtwork, SizeUnit, updateEvent,
      type Problem,
    } from './index.js'
    import type { Answer, Partner } from './partner.ts'

    export type {
      Artwork, ArtworkInput, ArtworkPage, Event, EventCategoryPage, EventInput, EventPatch,
      GalleryPage, Problem, Venue, VenueInput, VenuePage,
    } from './index.js'

    export const words = {
      published: PublishStatus.published,
      centimeter: SizeUnit.centimeter,
      showPrice: PriceDisplay.SHOW_PRICE,
      CAD: Currency.CAD,
    }

    export function connect(baseUrl: string, key?: string): Partner {
      const client = createClient({ baseUrl, auth: () => key })
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      const toEvent = (id: number, etag: string) => ({ path: { id }, headers: { 'If-Match': etag } })
      return {
        listMarketplaceArtworks: (place) =>
          answer(listMarketplaceArtworks({ client, query: { ...place, ordering } })),
        retrieveMarketplaceArtwork: (id) =>
          answer(retrieveMarketplaceArtwork({ client, path: { id } })),
        listVenues: () => answer(listVenues({ client })),
        listEventCategories: () => answer(listEventCategories({ client })),
        listGalleries: () => answer(listGalleries({ client })),
        createVenue: (body) => answer(createVenue({ client, body })),
        createEvent: (body, idempotencyKey) => {
          const headers = { 'Idempotency-Key': idempotencyKey }
          return answer(createEvent({ client, body, headers }))
        },
        retrieveEvent: (id) => answer(retrieveEvent({ client, path: { id } })),
        partialUpdateEvent: (id, body, etag) =>
          answer(partialUpdateEvent({ client, body, ...toEvent(id, etag) })),
        updateEvent: (id, body, etag) => answer(updateEvent({ client, body, ...toEvent(id, etag) })),
        deleteEvent: (id, etag) => answer(deleteEvent({ client, ...toEvent(id, etag) })),
        createMarketplaceArtwork: (body) => answer(createMarketplaceArtwork({ client, body })),
      }
    }

    interface Fetched<Data> {
      data: Data | undefined
      error: Problem | undefined
      /** Undefined where there was no answer at all. */
      response?: Response | undefined
    }

    async function answer<Data>(fetched: Promise<Fetched<Data>>): Promise<Answer<Data>> {
      const { data, error, response } = await fetched
      if (response === undefined) throw error
      return { status: response.status, headers: response.headers, data, problem: error }
    }
  `,
}

function config({ document, output }: Target): string {
  return `export default ${JSON.stringify({
    input: document,
    output: { path: output, module: { extension: '.js' } },
    plugins: [
      { name: '@hey-api/typescript', enums: { mode: 'javascript', case: 'preserve' } },
      '@hey-api/sdk',
      '@hey-api/client-fetch',
    ],
  })}`
}

import type { Target } from '../sdk.ts'
import type { Generator } from './generator.ts'

const VERSION = '8.38.0'

export const orval: Generator = {
  name: 'orval',
  version: VERSION,
  packages: { orval: VERSION },
  needsNewerNode: true,
  note: 'fetch client; PascalCase enums, its trap',
  config: (target) => ({ extension: 'cjs', text: config(target) }),
  command: (_, configFile) => ['orval/dist/bin/orval.mjs', '--config', configFile],
  usage: `
    import {
      ArtworkOrdering, createEvent, createMarketplaceArtwork, createVenue, Currency, deleteEvent,
      listEventCategories, listGalleries, listMarketplaceArtworks, listVenues, partialUpdateEvent,
      PriceDisplay, PublishStatus, retrieveEvent, retrieveMarketplaceArtwork, SizeUnit, updateEvent,
      type Problem,
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
      CAD: Currency.Cad,
    }

    /** The address is in the client: it is taken from the document. */
    export function connect(_address: string, key?: string): Partner {
      const authorization: Record<string, string> = key ? { Authorization: 'Bearer ' + key } : {}
      const plain = { headers: authorization }
      const ifMatch = (etag: string) => ({ headers: { ...authorization, 'If-Match': etag } })
      return {
        listMarketplaceArtworks: async (place) => {
          const query = { ...place, ordering: ArtworkOrdering.ORDER_DATE_DESC }
          const answer = await listMarketplaceArtworks(query, plain)
          return answer.status === 200 ? answer : refusal(answer)
        },
        retrieveMarketplaceArtwork: async (id) => {
          const answer = await retrieveMarketplaceArtwork(id, {}, plain)
          return answer.status === 200 ? answer : refusal(answer)
        },
        listVenues: async () => {
          const answer = await listVenues({}, plain)
          return answer.status === 200 ? answer : refusal(answer)
        },
        listEventCategories: async () => {
          const answer = await listEventCategories({}, plain)
          return answer.status === 200 ? answer : refusal(answer)
        },
        listGalleries: async () => {
          const answer = await listGalleries({}, plain)
          return answer.status === 200 ? answer : refusal(answer)
        },
        createVenue: async (venue) => {
          const answer = await createVenue(venue, plain)
          return answer.status === 201 ? answer : refusal(answer)
        },
        createEvent: async (event, idempotencyKey) => {
          const headers = { ...authorization, 'Idempotency-Key': idempotencyKey }
          const answer = await createEvent(event, { headers })
          return answer.status === 201 ? answer : refusal(answer)
        },
        retrieveEvent: async (id) => {
          const answer = await retrieveEvent(id, {}, plain)
          return answer.status === 200 ? answer : refusal(answer)
        },
        partialUpdateEvent: async (id, patch, etag) => {
          const answer = await partialUpdateEvent(id, patch, ifMatch(etag))
          return answer.status === 200 ? answer : refusal(answer)
        },
        updateEvent: async (id, event, etag) => {
          const answer = await updateEvent(id, event, ifMatch(etag))
          return answer.status === 200 ? answer : refusal(answer)
        },
        deleteEvent: async (id, etag) => {
          const answer = await deleteEvent(id, ifMatch(etag))
          return answer.status === 204 ? answer : refusal(answer)
        },
        createMarketplaceArtwork: async (artwork) => {
          const answer = await createMarketplaceArtwork(artwork, plain)
          return answer.status === 201 ? answer : refusal(answer)
        },
      }
    }

    /** A 304 has no problem in it, nor anything else. */
    function refusal(answer: {
      status: number
      headers: Headers
      data: Problem | void
    }): Answer<never> {
      const { status, headers, data } = answer
      return { status, headers, problem: data ?? undefined }
    }
  `,
}

/** PascalCase gives `x` and `-x` the same name, unless the document names them itself. */
function config({ document, output }: Target): string {
  return `module.exports = { client: ${JSON.stringify({
    input: document,
    output: {
      target: `${output}/api.ts`,
      client: 'fetch',
      baseUrl: { getBaseUrlFromSpecification: true },
      override: { namingConvention: { enum: 'PascalCase' } },
    },
  })} }`
}

import { documented, documentedSettings } from '../documented.ts'
import type { Generator } from './generator.ts'
import { OPERATIONS, RECORD_TYPES } from './partner.ts'

const VERSION = '8.38.0'

export const orval: Generator = {
  name: 'orval',
  version: VERSION,
  packages: { orval: VERSION },
  needsNewerNode: true,
  note: 'fetch client; enums in PascalCase, because other names can collide; batches by the function of clients.md',
  config: (target) => ({ extension: 'cjs', text: documentedSettings('orval', target) }),
  command: (_, configFile) => ['orval/dist/bin/orval.mjs', '--config', configFile],
  usage: `
    import {
      ArtworkOrdering, Currency, PriceDisplay, PublishStatus, SaleStatus, SizeUnit, type Problem,
      getBatchMarketplaceArtworksUrl, type ArtworkBatchLine, type BatchMarketplaceArtworksParams,
      type BatchResult, type BatchSummary,${OPERATIONS}} from './api.ts'
    import type { Received, Partner } from './partner.ts'

    export type {${RECORD_TYPES}} from './api.ts'

    export const words = {
      published: PublishStatus.Published,
      sold: SaleStatus.SOLD,
      centimeter: SizeUnit.Centimeter,
      showPrice: PriceDisplay.SHOW_PRICE,
      CAD: Currency.Cad,
    }

    /** The client has its address from the document. */
    export function connect(_address: string, key?: string): Partner {
      const authorization: Record<string, string> = key ? { Authorization: 'Bearer ' + key } : {}
      const plain = { headers: authorization }
      const ifMatch = (etag: string) => ({ headers: { ...authorization, 'If-Match': etag } })
      const ordering = ArtworkOrdering.ORDER_DATE_DESC
      return {
        listMarketplaceArtworks: (place) =>
          received(listMarketplaceArtworks({ ...place, ordering }, plain), 200),
        retrieveMarketplaceArtwork: (id) => received(retrieveMarketplaceArtwork(id, {}, plain), 200),
        listVenues: () => received(listVenues({}, plain), 200),
        listEventCategories: () => received(listEventCategories({}, plain), 200),
        listGalleries: () => received(listGalleries({}, plain), 200),
        createVenue: (venue) => received(createVenue(venue, plain), 201),
        createEvent: (event, idempotencyKey) => {
          const headers = { ...authorization, 'Idempotency-Key': idempotencyKey }
          return received(createEvent(event, { headers }), 201)
        },
        retrieveEvent: (id) => received(retrieveEvent(id, {}, plain), 200),
        partialUpdateEvent: (id, patch, etag) =>
          received(partialUpdateEvent(id, patch, ifMatch(etag)), 200),
        updateEvent: (id, event, etag) => received(updateEvent(id, event, ifMatch(etag)), 200),
        deleteEvent: (id, etag) => received(deleteEvent(id, ifMatch(etag)), 204),
        createMarketplaceArtwork: (artwork) =>
          received(createMarketplaceArtwork(artwork, plain), 201),
        partialUpdateMarketplaceArtwork: (id, patch, etag) =>
          received(partialUpdateMarketplaceArtwork(id, patch, ifMatch(etag)), 200),
        deleteMarketplaceArtwork: (id, etag) =>
          received(deleteMarketplaceArtwork(id, ifMatch(etag)), 204),
        batchMarketplaceArtworks: async (lines) => {
          const parsed = lines.split('\\n').map((line) => JSON.parse(line) as ArtworkBatchLine)
          const results = await sendArtworkBatch(parsed, { dry_run: true }, key ?? '')
          const data = results.map((line) => JSON.stringify(line)).join('\\n')
          return { status: 200, headers: new Headers(), data }
        },
        createArtist: (artist) => received(createArtist(artist, plain), 201),
        deleteArtist: (id, etag) => received(deleteArtist(id, ifMatch(etag)), 204),
        createGallery: (gallery) => received(createGallery(gallery, plain), 201),
        retrieveGallery: (id) => received(retrieveGallery(id, {}, plain), 200),
        deleteGallery: (id, etag) => received(deleteGallery(id, ifMatch(etag)), 204),
        createTag: (tag) => received(createTag(tag, plain), 201),
        deleteTag: (id, etag) => received(deleteTag(id, ifMatch(etag)), 204),
      }
    }

    ${documented('orval', 'ts')}
    interface Fetched {
      status: number
      headers: Headers
      data: unknown
    }

    /** @param success the status whose data is a record; any other has a problem or, as 304, nothing. */
    async function received<Any extends Fetched, Success extends Any['status']>(
      fetched: Promise<Any>,
      success: Success,
    ): Promise<Received<Extract<Any, { status: Success }>['data']>> {
      const { status, headers, data } = await fetched
      return status === success
        ? { status, headers, data: data as Extract<Any, { status: Success }>['data'] }
        : { status, headers, problem: (data as Problem | undefined) ?? undefined }
    }
  `,
}

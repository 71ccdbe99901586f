import type { Client } from 'openapi-fetch'
import type { paths } from '../../generated/v1.ts'
import { signalOf, type CallOptions, type CreateOptions } from './call-options.ts'
import type {
  ApiIndex,
  Artist,
  Artwork,
  ArtworkInput,
  Event,
  EventInput,
  EventPatch,
  Gallery,
  Venue,
  VenueInput,
} from './schemas.ts'
import { tagged, type Seen, type Tagged } from './tagged.ts'

/** One function for each operation of the contract except lists, by operationId. */
export interface Operations {
  /** The URLs of the lists and documents. */
  retrieveIndex(options?: CallOptions): Promise<ApiIndex>
  retrieveMarketplaceArtwork(id: number, options?: CallOptions): Promise<Tagged<Artwork>>
  createMarketplaceArtwork(body: ArtworkInput, options?: CreateOptions): Promise<Tagged<Artwork>>
  retrieveEvent(id: number, options?: CallOptions): Promise<Tagged<Event>>
  createEvent(body: EventInput, options?: CreateOptions): Promise<Tagged<Event>>
  /** Replaces the event if it is still as `seen`. */
  updateEvent(seen: Seen, body: EventInput, options?: CallOptions): Promise<Tagged<Event>>
  /** Changes the fields that `patch` names, if the event is still as `seen`. */
  partialUpdateEvent(seen: Seen, patch: EventPatch, options?: CallOptions): Promise<Tagged<Event>>
  /** Deletes the event if it is still as `seen`. */
  deleteEvent(seen: Seen, options?: CallOptions): Promise<void>
  retrieveVenue(id: number, options?: CallOptions): Promise<Tagged<Venue>>
  retrieveArtist(id: number, options?: CallOptions): Promise<Tagged<Artist>>
  retrieveGallery(id: number, options?: CallOptions): Promise<Tagged<Gallery>>
  createVenue(body: VenueInput, options?: CreateOptions): Promise<Tagged<Venue>>
}

export function createOperations(api: Client<paths>): Operations {
  return {
    retrieveIndex: async (options) => (await tagged(api.GET('/', signalOf(options)))).record,
    retrieveMarketplaceArtwork: (id, options) =>
      tagged(
        api.GET('/marketplace-artworks/{id}/', { params: { path: { id } }, ...signalOf(options) }),
      ),
    createMarketplaceArtwork: (body, options) =>
      tagged(
        api.POST('/marketplace-artworks/', {
          params: creating(options),
          body,
          ...signalOf(options),
        }),
      ),
    retrieveEvent: (id, options) =>
      tagged(api.GET('/events/{id}/', { params: { path: { id } }, ...signalOf(options) })),
    createEvent: (body, options) =>
      tagged(api.POST('/events/', { params: creating(options), body, ...signalOf(options) })),
    updateEvent: async (seen, body, options) =>
      tagged(api.PUT('/events/{id}/', { params: changing(seen), body, ...signalOf(options) })),
    partialUpdateEvent: async (seen, body, options) =>
      tagged(api.PATCH('/events/{id}/', { params: changing(seen), body, ...signalOf(options) })),
    deleteEvent: async (seen, options) => {
      await api.DELETE('/events/{id}/', { params: changing(seen), ...signalOf(options) })
    },
    retrieveVenue: (id, options) =>
      tagged(api.GET('/venues/{id}/', { params: { path: { id } }, ...signalOf(options) })),
    retrieveArtist: (id, options) =>
      tagged(api.GET('/artists/{id}/', { params: { path: { id } }, ...signalOf(options) })),
    retrieveGallery: (id, options) =>
      tagged(api.GET('/galleries/{id}/', { params: { path: { id } }, ...signalOf(options) })),
    createVenue: (body, options) =>
      tagged(api.POST('/venues/', { params: creating(options), body, ...signalOf(options) })),
  }
}

function creating({ idempotencyKey }: CreateOptions = {}): {
  header: { 'Idempotency-Key'?: string }
} {
  return { header: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey } }
}

/** @throws RangeError without an ETag, because an empty `If-Match` is no condition. */
function changing({ record, etag }: Seen): {
  path: { id: number }
  header: { 'If-Match': string }
} {
  if (etag === '') throw new RangeError('The etag of what was seen is empty: it names no state')
  return { path: { id: record.id }, header: { 'If-Match': etag } }
}

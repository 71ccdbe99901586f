import type { Target } from '../sdk.ts'
import type { Generator } from './generator.ts'
import { OPERATIONS, RECORD_TYPES } from './partner.ts'

/** The newest version with all parts in the npm registry: 5 has no plugin-client and no plugin-ts. */
const VERSION = '4.39.3'
const PARTS = ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client', 'plugin-zod']

export const kubb: Generator = {
  name: 'kubb',
  version: VERSION,
  packages: {
    ...Object.fromEntries(PARTS.map((part) => [`@kubb/${part}`, VERSION])),
    zod: '4.1.12',
  },
  note: 'ts, zod and fetch client, validated by zod; its own fetch wrapped',
  config: (target) => ({ extension: 'mjs', text: config(target) }),
  command: (_, configFile) => ['@kubb/cli/bin/kubb.cjs', 'generate', '--config', configFile],
  usage: `
    import { fetch, type RequestConfig, type ResponseConfig } from './.kubb/fetch.ts'
    import {
      artworkOrdering, currencyEnum, priceDisplay, problemSchema, publishStatusEnum, saleStatus, sizeUnitEnum,
      batchMarketplaceArtworks,${OPERATIONS}} from './index.ts'
    import type { Received, Partner } from './partner.ts'

    export type {${RECORD_TYPES}} from './index.ts'

    export const words = {
      published: publishStatusEnum.published,
      sold: saleStatus.SOLD,
      centimeter: sizeUnitEnum.centimeter,
      showPrice: priceDisplay.SHOW_PRICE,
      CAD: currencyEnum.CAD,
    }

    export function connect(baseURL: string, key?: string): Partner {
      // It sends JSON without a Content-Type.
      const headers: Record<string, string> = { 'Content-Type': 'application/json' }
      if (key !== undefined) headers['Authorization'] = 'Bearer ' + key
      const config = { client: send, baseURL, headers }
      const ordering = artworkOrdering.ORDER_DATE_DESC
      return {
        listMarketplaceArtworks: (place) =>
          received(listMarketplaceArtworks({ ...place, ordering }, {}, config)),
        retrieveMarketplaceArtwork: (id) => received(retrieveMarketplaceArtwork(id, {}, {}, config)),
        listVenues: () => received(listVenues({}, {}, config)),
        listEventCategories: () => received(listEventCategories({}, {}, config)),
        listGalleries: () => received(listGalleries({}, {}, config)),
        createVenue: (venue) => received(createVenue(venue, {}, config)),
        createEvent: (event, idempotencyKey) =>
          received(createEvent(event, { 'Idempotency-Key': idempotencyKey }, config)),
        retrieveEvent: (id) => received(retrieveEvent(id, {}, {}, config)),
        partialUpdateEvent: (id, patch, etag) =>
          received(partialUpdateEvent(id, patch, { 'If-Match': etag }, config)),
        updateEvent: (id, event, etag) =>
          received(updateEvent(id, event, { 'If-Match': etag }, config)),
        deleteEvent: (id, etag) => received(deleteEvent(id, { 'If-Match': etag }, config)),
        createMarketplaceArtwork: (artwork) => received(createMarketplaceArtwork(artwork, {}, config)),
        partialUpdateMarketplaceArtwork: (id, patch, etag) =>
          received(partialUpdateMarketplaceArtwork(id, patch, { 'If-Match': etag }, config)),
        deleteMarketplaceArtwork: (id, etag) =>
          received(deleteMarketplaceArtwork(id, { 'If-Match': etag }, config)),
        batchMarketplaceArtworks: (lines) =>
          received(batchMarketplaceArtworks(lines, { dry_run: true }, {
            ...config,
            client: sendLines,
            headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
          })),
        createArtist: (artist) => received(createArtist(artist, {}, config)),
        deleteArtist: (id, etag) => received(deleteArtist(id, { 'If-Match': etag }, config)),
        createGallery: (gallery) => received(createGallery(gallery, {}, config)),
        retrieveGallery: (id) => received(retrieveGallery(id, {}, {}, config)),
        deleteGallery: (id, etag) => received(deleteGallery(id, { 'If-Match': etag }, config)),
        createTag: (tag) => received(createTag(tag, {}, config)),
        deleteTag: (id, etag) => received(deleteTag(id, { 'If-Match': etag }, config)),
      }
    }

    class Rejection extends Error {
      constructor(readonly received: Received<never>) {
        super('rejected')
      }
    }

    /** Its own fetch would validate a problem against the schema of a success. */
    async function send<Data>(config: RequestConfig): Promise<ResponseConfig<Data>> {
      const response = await fetch<Data>(config)
      const { status, headers, data } = response
      if (status < 400) return response
      throw new Rejection({ status, headers, problem: problemSchema.parse(data) })
    }

    /** Its own fetch would send the lines as one JSON string, and parse the answers as one. */
    async function sendLines<Data>(config: RequestConfig): Promise<ResponseConfig<Data>> {
      const { baseURL, url, params, headers, data } = config
      const query = new URLSearchParams(params as Record<string, string>)
      const request = { method: 'POST', headers: new Headers(headers), body: String(data) }
      const response = await globalThis.fetch(baseURL + (url ?? '') + '?' + query, request)
      const { status, statusText } = response
      return { status, statusText, headers: response.headers, data: (await response.text()) as Data }
    }

    async function received<Data>(sent: Promise<ResponseConfig<Data>>): Promise<Received<Data>> {
      try {
        const { status, headers, data } = await sent
        return { status, headers, data }
      } catch (error) {
        if (error instanceof Rejection) return error.received
        throw error
      }
    }
  `,
}

function config({ document, output }: Target): string {
  return `
    import { defineConfig } from '@kubb/core'
    import { pluginClient } from '@kubb/plugin-client'
    import { pluginOas } from '@kubb/plugin-oas'
    import { pluginTs } from '@kubb/plugin-ts'
    import { pluginZod } from '@kubb/plugin-zod'

    export default defineConfig({
      input: { path: ${JSON.stringify(document)} },
      output: { path: ${JSON.stringify(output)}, format: false, lint: false },
      plugins: [
        pluginOas({ generators: [] }),
        pluginTs({ enumType: 'asConst' }),
        pluginZod({ version: '4' }),
        pluginClient({ client: 'fetch', bundle: true, parser: 'zod', dataReturnType: 'full' }),
      ],
    })
  `
}

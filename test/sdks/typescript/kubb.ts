import type { Target } from '../sdk.ts'
import type { Generator } from './generator.ts'

/** The newest of which the npm registry has every part: of 5 it has no plugin-client or plugin-ts. */
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
      artworkOrdering, createEvent, createMarketplaceArtwork, createVenue, currencyEnum, deleteEvent,
      listEventCategories, listGalleries, listMarketplaceArtworks, listVenues, partialUpdateEvent,
      priceDisplay, problemSchema, publishStatusEnum, retrieveEvent, retrieveMarketplaceArtwork,
      sizeUnitEnum, updateEvent,
    } from './index.ts'
    import type { Answer, Partner } from './partner.ts'

    export type {
      Artwork, ArtworkInput, ArtworkPage, Event, EventCategoryPage, EventInput, EventPatch,
      GalleryPage, Problem, Venue, VenueInput, VenuePage,
    } from './index.ts'

    export const words = {
      published: publishStatusEnum.published,
      centimeter: sizeUnitEnum.centimeter,
      showPrice: priceDisplay.SHOW_PRICE,
      CAD: currencyEnum.CAD,
    }

    export function connect(baseURL: string, key?: string): Partner {
      // It sends JSON without saying so.
      const headers: Record<string, string> = { 'Content-Type': 'application/json' }
      if (key !== undefined) headers['Authorization'] = 'Bearer ' + key
      const config = { client: send, baseURL, headers }
      const ordering = artworkOrdering.ORDER_DATE_DESC
      return {
        listMarketplaceArtworks: (place) =>
          answer(listMarketplaceArtworks({ ...place, ordering }, {}, config)),
        retrieveMarketplaceArtwork: (id) => answer(retrieveMarketplaceArtwork(id, {}, {}, config)),
        listVenues: () => answer(listVenues({}, {}, config)),
        listEventCategories: () => answer(listEventCategories({}, {}, config)),
        listGalleries: () => answer(listGalleries({}, {}, config)),
        createVenue: (venue) => answer(createVenue(venue, {}, config)),
        createEvent: (event, idempotencyKey) =>
          answer(createEvent(event, { 'Idempotency-Key': idempotencyKey }, config)),
        retrieveEvent: (id) => answer(retrieveEvent(id, {}, {}, config)),
        partialUpdateEvent: (id, patch, etag) =>
          answer(partialUpdateEvent(id, patch, { 'If-Match': etag }, config)),
        updateEvent: (id, event, etag) =>
          answer(updateEvent(id, event, { 'If-Match': etag }, config)),
        deleteEvent: (id, etag) => answer(deleteEvent(id, { 'If-Match': etag }, config)),
        createMarketplaceArtwork: (artwork) => answer(createMarketplaceArtwork(artwork, {}, config)),
      }
    }

    class Refusal extends Error {
      constructor(readonly answer: Answer<never>) {
        super('refused')
      }
    }

    /** Its own fetch would hold a problem against the schema of what was asked for. */
    async function send<Data>(config: RequestConfig): Promise<ResponseConfig<Data>> {
      const response = await fetch<Data>(config)
      const { status, headers, data } = response
      if (status < 400) return response
      throw new Refusal({ status, headers, problem: problemSchema.parse(data) })
    }

    async function answer<Data>(sent: Promise<ResponseConfig<Data>>): Promise<Answer<Data>> {
      try {
        const { status, headers, data } = await sent
        return { status, headers, data }
      } catch (error) {
        if (error instanceof Refusal) return error.answer
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

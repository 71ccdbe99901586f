import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runScript } from '../../../scripts/programs/run-program.ts'
import type { Sdk } from '../sdk.ts'
import { compileClient } from '../typescript/compile-client.ts'
import { generateClient, installJar, VERSION } from './generator.ts'

const NAME = 'openapi-generator typescript-fetch'

export const typescriptFetch: Sdk = {
  generator: NAME,
  version: VERSION,
  language: 'TypeScript',
  note: 'names as in the document, times as strings',
  programs: ['java', 'python3'],
  install: installJar,
  build: async (target, folder) => {
    await generateClient(NAME, target, folder)
    await writeFile(path.join(target.output, 'package.json'), '{ "type": "module" }\n')
    await compileClient(target.output, USAGE)
  },
  run: async ({ output }, _, args) => {
    await runScript('compiled/program.js', args, output)
  },
}

/** The `usage` of a `Generator` (../typescript/generator.ts) for typescript-fetch. */
const USAGE = `
  import {
    ArtistsApi, ArtworkOrdering, ArtworksApi, Configuration, Currency, EventCategoriesApi,
    EventsApi, GalleriesApi, PriceDisplay, ProblemFromJSON, PublishStatus, ResponseError,
    SaleStatus, SizeUnit, TagsApi, VenuesApi, type ApiResponse, type ArtworkInput as ArtworkInputWithSets,
  } from './index.js'
  import type { Received, Partner } from './partner.ts'

  export type {
    Artist, ArtistInput, Artwork, ArtworkPage, ArtworkPatch, BatchResult, BatchSummary, Event, EventCategoryPage, EventInput,
    EventPatch, Gallery, GalleryInput, GalleryPage, Problem, Tag, TagInput, Venue, VenueInput,
    VenuePage,
  } from './index.js'

  /** An array with unique items is a Set in this client. */
  export interface ArtworkInput extends Omit<ArtworkInputWithSets, 'artists' | 'tags'> {
    artists: number[]
    tags?: number[]
  }

  export const words = {
    published: PublishStatus.published,
    sold: SaleStatus.SOLD,
    centimeter: SizeUnit.centimeter,
    showPrice: PriceDisplay.SHOW_PRICE,
    CAD: Currency.CAD,
  }

  export function connect(basePath: string, key?: string): Partner {
    const configuration = new Configuration({ basePath, accessToken: key })
    const artworks = new ArtworksApi(configuration)
    const events = new EventsApi(configuration)
    const venues = new VenuesApi(configuration)
    const eventCategories = new EventCategoriesApi(configuration)
    const artists = new ArtistsApi(configuration)
    const galleries = new GalleriesApi(configuration)
    const tags = new TagsApi(configuration)
    const ordering = ArtworkOrdering.ORDER_DATE_DESC
    return {
      listMarketplaceArtworks: (place) =>
        received(artworks.listMarketplaceArtworksRaw({ ...place, ordering })),
      retrieveMarketplaceArtwork: (id) => received(artworks.retrieveMarketplaceArtworkRaw({ id })),
      listVenues: () => received(venues.listVenuesRaw({})),
      listEventCategories: () => received(eventCategories.listEventCategoriesRaw({})),
      listGalleries: () => received(galleries.listGalleriesRaw({})),
      createVenue: (venueInput) => received(venues.createVenueRaw({ venueInput })),
      createEvent: (eventInput, idempotencyKey) =>
        received(events.createEventRaw({ eventInput, idempotencyKey })),
      retrieveEvent: (id) => received(events.retrieveEventRaw({ id })),
      partialUpdateEvent: (id, eventPatch, ifMatch) =>
        received(events.partialUpdateEventRaw({ id, eventPatch, ifMatch })),
      updateEvent: (id, eventInput, ifMatch) =>
        received(events.updateEventRaw({ id, eventInput, ifMatch })),
      deleteEvent: (id, ifMatch) => received(events.deleteEventRaw({ id, ifMatch })),
      createMarketplaceArtwork: (artwork) => {
        const { artists, tags = [] } = artwork
        const artworkInput = { ...artwork, artists: new Set(artists), tags: new Set(tags) }
        return received(artworks.createMarketplaceArtworkRaw({ artworkInput }))
      },
      partialUpdateMarketplaceArtwork: (id, artworkPatch, ifMatch) =>
        received(artworks.partialUpdateMarketplaceArtworkRaw({ id, artworkPatch, ifMatch })),
      deleteMarketplaceArtwork: (id, ifMatch) =>
        received(artworks.deleteMarketplaceArtworkRaw({ id, ifMatch })),
      batchMarketplaceArtworks: (body) =>
        received(artworks.batchMarketplaceArtworksRaw({ body, dryRun: true })),
      createArtist: (artistInput) => received(artists.createArtistRaw({ artistInput })),
      deleteArtist: (id, ifMatch) => received(artists.deleteArtistRaw({ id, ifMatch })),
      createGallery: (galleryInput) => received(galleries.createGalleryRaw({ galleryInput })),
      retrieveGallery: (id) => received(galleries.retrieveGalleryRaw({ id })),
      deleteGallery: (id, ifMatch) => received(galleries.deleteGalleryRaw({ id, ifMatch })),
      createTag: (tagInput) => received(tags.createTagRaw({ tagInput })),
      deleteTag: (id, ifMatch) => received(tags.deleteTagRaw({ id, ifMatch })),
    }
  }

  /** A rejection is thrown with the response, whose body is the problem. */
  async function received<Data>(sent: Promise<ApiResponse<Data>>): Promise<Received<Data>> {
    try {
      const response = await sent
      const { status, headers } = response.raw
      return { status, headers, data: await response.value() }
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error
      const { status, headers } = error.response
      return { status, headers, problem: ProblemFromJSON(await error.response.json()) }
    }
  }
`

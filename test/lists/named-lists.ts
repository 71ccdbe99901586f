import type { Kysely } from 'kysely'
import type { Database, NamedTable } from '../../src/database/tables.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtworkCategory, makeEventCategory } from '../support/make-categories.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'

interface NamedList {
  readonly id: string
  readonly path: string
  readonly table: NamedTable
  readonly make: (
    db: Kysely<Database>,
    values: { id?: number; name: string },
  ) => Promise<{ id: number }>
}

/** The lists of records that others refer to. They have the same parameters. */
export const NAMED_LISTS: readonly NamedList[] = [
  { id: 'listVenues', path: '/venues/', table: 'venues', make: makeVenue },
  {
    id: 'listEventCategories',
    path: '/event-categories/',
    table: 'event_categories',
    make: makeEventCategory,
  },
  {
    id: 'listArtworkCategories',
    path: '/artwork-categories/',
    table: 'artwork_categories',
    make: makeArtworkCategory,
  },
  { id: 'listArtists', path: '/artists/', table: 'artists', make: makeArtist },
  { id: 'listGalleries', path: '/galleries/', table: 'galleries', make: makeGallery },
  { id: 'listTags', path: '/tags/', table: 'tags', make: makeTag },
]

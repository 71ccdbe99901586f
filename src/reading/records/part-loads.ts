import type { CompiledQuery, Kysely } from 'kysely'
import type { components } from '../../../generated/v1.ts'
import { artistsById } from '../../artists/artist-queries.ts'
import { artistResource } from '../../artists/artist-resource.ts'
import { artworkCategoriesById, eventCategoriesById } from '../../categories/category-queries.ts'
import {
  artworkCategoryResource,
  eventCategoryResource,
} from '../../categories/category-resource.ts'
import type { Database } from '../../database/tables.ts'
import { usersById } from '../../embedded/user-queries.ts'
import { userResource } from '../../embedded/user-resource.ts'
import { galleriesById } from '../../galleries/gallery-queries.ts'
import { galleryResource } from '../../galleries/gallery-resource.ts'
import { tagsById } from '../../tags/tag-queries.ts'
import { tagResource } from '../../tags/tag-resource.ts'
import { venuesById } from '../../venues/venue-queries.ts'
import { venueResource } from '../../venues/venue-resource.ts'
import { namePart, type PartKind, type PartName } from './part.ts'

/** A part as its row makes it, and the schema that it must fit. */
export interface MadePart {
  readonly name: PartName
  readonly component: keyof components['schemas']
  readonly resource: object
}

/** How the parts of a kind are read. */
export interface PartLoad {
  readonly kinds: readonly [PartKind, ...PartKind[]]
  readonly compile: (db: Kysely<Database>) => CompiledQuery
  /**
   * What becomes of a row, which comes as JSON.
   * @throws for one that holds what the contract has no way to say.
   */
  readonly make: (row: unknown, mediaUrl: string) => readonly MadePart[]
}

/** Stands for the ids where a query is compiled. */
export const NO_IDS: never[] = []

const galleryLoad: PartLoad = {
  kinds: ['gallery', 'gallery_owner'],
  compile: (db) => galleriesById(db, NO_IDS).compile(),
  make: (row, mediaUrl) => {
    const gallery = galleryResource(row as Parameters<typeof galleryResource>[0], mediaUrl)
    return [
      { name: namePart('gallery', gallery.id), component: 'Gallery', resource: gallery },
      { name: namePart('gallery_owner', gallery.id), component: 'User', resource: gallery.owner },
    ]
  },
}

export const PART_LOADS: Readonly<Record<PartKind, PartLoad>> = {
  artist: partLoad('artist', 'Artist', artistsById, artistResource),
  artwork_category: partLoad(
    'artwork_category',
    'ArtworkCategory',
    artworkCategoriesById,
    artworkCategoryResource,
  ),
  event_category: partLoad(
    'event_category',
    'EventCategory',
    eventCategoriesById,
    eventCategoryResource,
  ),
  gallery: galleryLoad,
  gallery_owner: galleryLoad,
  tag: partLoad('tag', 'Tag', tagsById, tagResource),
  user: partLoad('user', 'User', usersById, userResource),
  venue: partLoad('venue', 'Venue', venuesById, venueResource),
}

function partLoad<Row>(
  kind: PartKind,
  component: keyof components['schemas'],
  byId: (db: Kysely<Database>, ids: never[]) => { compile(): CompiledQuery<Row> },
  resource: (row: Row, mediaUrl: string) => { readonly id: number | string },
): PartLoad {
  return {
    kinds: [kind],
    compile: (db) => byId(db, NO_IDS).compile(),
    make: (row, mediaUrl) => {
      const made = resource(row as Row, mediaUrl)
      return [{ name: namePart(kind, made.id), component, resource: made }]
    },
  }
}

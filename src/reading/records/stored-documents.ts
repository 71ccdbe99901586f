import type { components } from '../../../generated/v1.ts'
import { artistFragment } from '../../artists/artist-document.ts'
import { artworkJson } from '../../artworks/artwork-document.ts'
import {
  artworkCategoryFragment,
  eventCategoryFragment,
} from '../../categories/category-documents.ts'
import { PUBLIC_ARTWORK, PUBLIC_EVENT } from '../../database/visibility.ts'
import { userFragment } from '../../embedded/user-document.ts'
import { eventJson } from '../../events/event-document.ts'
import { galleryFragment, galleryOwnerFragment } from '../../galleries/gallery-document.ts'
import { tagFragment } from '../../tags/tag-document.ts'
import { venueFragment } from '../../venues/venue-document.ts'
import type { Fragment, FragmentKind, Json } from '../../documents/json-sql.ts'

/** The lists whose documents are stored, by the name of their table. */
export type DocumentList = 'artworks' | 'events'

/** What is stored of a list's public records, and how it is made. */
export interface DocumentSpec {
  readonly json: Json<unknown>
  /** The schema of the contract that a record must fit. */
  readonly component: keyof components['schemas']
  /** The table of documents. */
  readonly table: string
  /**
   * Stands for the expression of `json` and for the schema of `component`. A change of either needs the
   * next number; `test/reading/formats.test.ts` fails otherwise. A process reads documents of its own
   * format only, and stores over earlier ones.
   */
  readonly format: number
  /** SQL of which records are stored. */
  readonly isPublic: string
}

export const DOCUMENTS: Readonly<Record<DocumentList, DocumentSpec>> = {
  artworks: {
    json: artworkJson,
    component: 'Artwork',
    table: 'artwork_documents',
    format: 2,
    isPublic: PUBLIC_ARTWORK,
  },
  events: {
    json: eventJson,
    component: 'Event',
    table: 'event_documents',
    format: 1,
    isPublic: PUBLIC_EVENT,
  },
}

/** What documents have placeholders for. */
export const FRAGMENTS: Readonly<Record<FragmentKind, Fragment>> = {
  artist: artistFragment,
  artwork_category: artworkCategoryFragment,
  event_category: eventCategoryFragment,
  gallery: galleryFragment,
  gallery_owner: galleryOwnerFragment,
  tag: tagFragment,
  user: userFragment,
  venue: venueFragment,
}

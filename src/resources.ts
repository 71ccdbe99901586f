import { artistFragment } from './artists/artist-resource.ts'
import { artworkJson } from './artworks/artwork-resource.ts'
import { artworkCategoryFragment, eventCategoryFragment } from './categories/category-resources.ts'
import { PUBLIC_ARTWORK, PUBLIC_EVENT } from './database/visibility.ts'
import { userFragment } from './users/user-resource.ts'
import { eventJson } from './events/event-resource.ts'
import { galleryFragment, galleryOwnerFragment } from './galleries/gallery-resource.ts'
import { tagFragment } from './tags/tag-resource.ts'
import { venueFragment } from './venues/venue-resource.ts'
import type { DocumentSpecs, ReadModelResources } from './read-model/documents/document-spec.ts'

/** The lists whose public records are stored as prepared documents. */
export const DOCUMENTS: DocumentSpecs = {
  artworks: {
    list: 'artworks',
    json: artworkJson,
    component: 'Artwork',
    table: 'artwork_documents',
    format: 4,
    isPublic: PUBLIC_ARTWORK,
  },
  events: {
    list: 'events',
    json: eventJson,
    component: 'Event',
    table: 'event_documents',
    format: 7,
    isPublic: PUBLIC_EVENT,
  },
}

/** The records that documents have placeholders for. A new process loads them in this order. */
const FRAGMENTS: ReadModelResources['fragments'] = {
  tag: tagFragment,
  artwork_category: artworkCategoryFragment,
  event_category: eventCategoryFragment,
  gallery: galleryFragment,
  gallery_owner: galleryOwnerFragment,
  venue: venueFragment,
  user: userFragment,
  artist: artistFragment,
}

/** The data through which the read model serves the resources. */
export const resources: ReadModelResources = { documents: DOCUMENTS, fragments: FRAGMENTS }

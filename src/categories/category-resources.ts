import type { components } from '../../generated/v1.ts'
import { array, columnsOf, object, rowFragment } from '../json-sql/json.ts'
import { namedKind } from '../records/named-kind.ts'

type Schemas = components['schemas']

const artworkCategory = columnsOf('artwork_categories')
const collector = columnsOf('artwork_category_collectors')

const artworkCategoryJson = object('ArtworkCategory', {
  id: artworkCategory.number('id'),
  created_at: artworkCategory.timestamp('created_at'),
  updated_at: artworkCategory.timestamp('updated_at'),
  name: artworkCategory.text('name'),
  description: artworkCategory.text('description'),
  meta_description: artworkCategory.text('meta_description'),
  caption: artworkCategory.text('caption'),
  tooltip: artworkCategory.text('tooltip'),
  editor_notes: artworkCategory.text('editor_notes'),
  collectors: array(
    collector.plain('user_id'),
    'artwork_category_collectors WHERE category_id = artwork_categories.id',
    'user_id',
  ),
})

export const artworkCategoryKind = namedKind<
  Schemas['ArtworkCategory'],
  Schemas['ArtworkCategoryPatch']
>({
  table: 'artwork_categories',
  json: artworkCategoryJson,
  columns: {
    name: null,
    description: null,
    meta_description: null,
    caption: null,
    tooltip: null,
    editor_notes: null,
  },
  hasUniqueNames: true,
  referrers: [['artwork', 'artworks WHERE category_id =']],
})

export const artworkCategoryFragment = rowFragment(
  'artwork_category',
  'ArtworkCategory',
  artworkCategoryJson,
  'artwork_categories',
)

const eventCategory = columnsOf('event_categories')

const eventCategoryJson = object('EventCategory', {
  id: eventCategory.number('id'),
  image: eventCategory.media('image'),
  slug: eventCategory.plain('slug'),
  created_at: eventCategory.timestamp('created_at'),
  updated_at: eventCategory.timestamp('updated_at'),
  name: eventCategory.text('name'),
  description: eventCategory.text('description'),
  tooltip: eventCategory.text('tooltip'),
  editor_notes: eventCategory.text('editor_notes'),
  meta_description: eventCategory.text('meta_description'),
  caption: eventCategory.text('caption'),
})

export const eventCategoryKind = namedKind<Schemas['EventCategory'], Schemas['EventCategoryPatch']>(
  {
    table: 'event_categories',
    json: eventCategoryJson,
    columns: {
      name: null,
      image: null,
      description: '',
      tooltip: '',
      editor_notes: '',
      meta_description: null,
      caption: null,
    },
    slugFrom: 'name',
    hasUniqueNames: true,
    referrers: [['event', 'events WHERE category_id =']],
  },
)

export const eventCategoryFragment = rowFragment(
  'event_category',
  'EventCategory',
  eventCategoryJson,
  'event_categories',
)

import type { components } from '../../generated/v1.ts'
import { PUBLIC_ARTWORK } from '../database/visibility.ts'
import {
  columnsOf,
  constant,
  expression,
  rowFragment,
  object,
  oneOrNull,
} from '../json-sql/json.ts'
import { namedKind } from '../records/named-kind.ts'
import { imageJson } from '../records/picture-resource.ts'

type Schemas = components['schemas']

const { number, plain, text } = columnsOf('artists')

const artistJson = object('Artist', {
  id: number('id'),
  name: text('name'),
  slug: plain('slug'),
  summary: text('summary'),
  featured_image: oneOrNull(imageJson, 'images WHERE images.id = artists.featured_image_id'),
  more_artworks: constant({}),
  has_artworks: expression<boolean>(
    `EXISTS (SELECT FROM artwork_artists JOIN artworks ON artworks.id = artwork_id
      WHERE artist_id = artists.id AND ${PUBLIC_ARTWORK})::text`,
  ),
})

export const artistKind = namedKind<Schemas['Artist'], Schemas['ArtistPatch']>({
  table: 'artists',
  json: artistJson,
  columns: { name: null, summary: null },
  pictures: 'images',
  slugFrom: 'name',
  isOfUsers: true,
  referrers: [
    ['artwork', 'artworks JOIN artwork_artists ON artwork_id = artworks.id WHERE artist_id ='],
  ],
})

export const artistFragment = rowFragment('artist', 'Artist', artistJson, 'artists')

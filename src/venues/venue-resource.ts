import {
  columnsOf,
  escaped,
  expression,
  defineFragment,
  object,
  oneOrNull,
} from '../json-sql/json.ts'
import { geolocationJson, COUNTRY_NAMES } from './place.ts'
import { venueImageJson } from '../images/image-resource.ts'

const { number, plain, text } = columnsOf('venues')

const COUNTRY_NAME = `coalesce('${JSON.stringify(COUNTRY_NAMES).replaceAll(`'`, `''`)}'::jsonb
  ->> venues.country_code, '')`

export const venueJson = object('Venue', {
  id: number('id'),
  name: text('name'),
  slug: plain('slug'),
  city: text('city'),
  country: object('Country', {
    code: expression<string>(`concat('"', venues.country_code, '"')`),
    name: expression<string>(escaped(COUNTRY_NAME)),
  }),
  geolocation: geolocationJson('venues'),
  artworks_for_sale_count: expression<number>(
    `(SELECT coalesce(sum(available), 0) FROM artwork_counts
      WHERE artwork_counts.gallery_id = venues.gallery_id)::text`,
  ),
  featured_image: oneOrNull(
    venueImageJson,
    'venue_images WHERE venue_images.id = venues.featured_image_id',
  ),
  response_time: text('response_time'),
})

export const venueKind = {
  noun: 'venue',
  table: 'venues',
  json: venueJson,
  pictures: 'venue_images',
  hasSlug: true,
} as const

export const venueFragment = defineFragment({
  kind: 'venue',
  component: 'Venue',
  json: venueJson,
  from: 'venues',
  id: 'venues.id',
})

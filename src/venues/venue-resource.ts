import type { components } from '../../generated/v1.ts'
import { columnsOf, escaped, expression, rowFragment, object, oneOrNull } from '../json-sql/json.ts'
import { unprocessable } from '../problems/problem.ts'
import { namedKind } from '../records/named-kind.ts'
import { venueImageJson } from '../records/picture-resource.ts'
import {
  countryCodesAmong,
  COUNTRY_NAMES,
  geolocationJson,
  placeColumns,
  unknownCountry,
} from './place.ts'

type Schemas = components['schemas']
type VenuePatch = Schemas['VenuePatch']

const { number, plain, text } = columnsOf('venues')

const COUNTRY_NAME = `coalesce('${JSON.stringify(COUNTRY_NAMES).replaceAll(`'`, `''`)}'::jsonb
  ->> venues.country_code, '')`

const venueJson = object('Venue', {
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

/** The columns for the fields of a request. */
function venueRow({ featured_image: _picture, country, geolocation, ...same }: VenuePatch) {
  return { columns: { ...same, ...placeColumns({ country, geolocation }) } }
}

/** The facts are the codes of countries among those in the requests. */
export const venueKind = namedKind<
  Schemas['Venue'],
  VenuePatch,
  ReadonlySet<string>,
  keyof ReturnType<typeof venueRow>['columns']
>({
  table: 'venues',
  json: venueJson,
  columns: { name: null, city: '', country_code: null, latitude: null, longitude: null },
  pictures: 'venue_images',
  slugFrom: 'name',
  isOfUsers: true,
  referrers: [['event', 'events WHERE venue_id =']],
  loadFacts: (_db, { fields }) => countryCodesAmong(fields.map(({ country }) => country)),
  requireRules: ({ country }, countries) => {
    const violations = unknownCountry(country, countries)
    if (violations.length > 0) throw unprocessable(violations)
  },
  newRow: venueRow,
  changedRow: venueRow,
})

export const venueFragment = rowFragment('venue', 'Venue', venueJson, 'venues')

import fc from 'fast-check'
import {
  plain,
  sparse,
  optionalFields,
  requiredFields,
  anyString,
  webUrl,
  period,
  type Fields,
} from './fields.ts'
import type { World } from './service.ts'

/** The body of a request, with its meaning for the model. */
export interface Body {
  readonly text: string
  /** Whether it is JSON with storable values, which is validated against the schema. */
  readonly isReadable: boolean
  readonly fields: Fields
  /** JSON Pointers of the violations of the contract. */
  readonly invalid: readonly string[]
}

/** Bodies that are rejected before schema validation, each with the JSON Pointer of its error. */
const BODIES = [
  ['', ''],
  ['{', ''],
  ['[]', ''],
  ['null', ''],
  ['"{}"', ''],
  ['{"title":"a","title":"a"}', '/title'],
  ['{"title":"\\u0000"}', '/title'],
  ['{"title":"\\ud83c"}', '/title'],
  ['{"price":0.10000000000000000001}', '/price'],
] as const

const unreadable: fc.Arbitrary<Body> = fc
  .constantFrom(...BODIES)
  .map(([text, pointer]) => ({ text, isReadable: false, fields: {}, invalid: [pointer] }))

/** Rarely an unreadable body. */
function unreadableOr(body: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  return fc.oneof({ weight: 24, arbitrary: body }, { weight: 1, arbitrary: unreadable })
}

const JSON_TYPES = ['application/json', 'Application/JSON; charset="UTF-8"']
const MERGE_PATCH = 'application/merge-patch+json'
const FOREIGN = ['text/plain', 'application/json; charset=latin1', undefined]

export const wholeType = mostly(JSON_TYPES, [...FOREIGN, MERGE_PATCH])
export const patchType = mostly([...JSON_TYPES, MERGE_PATCH], FOREIGN)

/** Rarely one that the method does not accept, or none. */
function mostly(
  read: readonly string[],
  foreign: readonly (string | undefined)[],
): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 29, arbitrary: fc.constantFrom(...read) },
    { weight: 1, arbitrary: fc.constantFrom(...foreign) },
  )
}

export function isRead(type: string | undefined, isPatch: boolean): boolean {
  if (type === MERGE_PATCH) return isPatch
  return type !== undefined && JSON_TYPES.includes(type)
}

/** A value that violates the contract, or a field that the contract does not have. */
interface InvalidField {
  readonly name: string
  readonly sent: unknown
  /** The pointer in the response. */
  readonly pointer: string
}

const TIMES = [
  'now',
  '2026-03-14',
  '2026-03-14T09:00:00',
  '2026-02-30T00:00:00Z',
  1_773_478_800,
  null,
]
const URLS = [
  'kunsthal-nord.example',
  'ftp://a.example',
  'https://me@a.example',
  'https://a/ø',
  '',
  5,
]
const COUNTS = [-1, 1.5, 2_147_483_648, '3', null]
const IDS = [0, -1, 1.5, '1', 2_147_483_648, null, [1], { id: 1 }]
const FLAGS = ['true', 1, null]
const longerThan = (length: number) => '🎨'.repeat(length + 1)

const INVALID_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  price: ['12', -0.01, 0.001, 1_000_000_000_000, true, {}],
  venue: IDS,
  category: IDS,
  country: ['dk', 'DNK', 'D', null, 5],
  publish_status: ['deleted', 'Draft', '', null],
  title: ['', ' \r\n', longerThan(300), null, 5],
  content: [5, longerThan(20_000)],
  start_time: TIMES,
  end_time: TIMES,
  is_all_day_event: FLAGS,
  is_end_time_unknown: FLAGS,
  address: [null, 5, longerThan(300)],
  city: [null, ['Aarhus'], longerThan(200)],
  geolocation: ['91,0', '0,180.5', '1.2345678,0', '1', '1;2', ' 1,2', null],
  price_currency: ['eur', 'XXX', '', null],
  exhibitors_previous_year: COUNTS,
  exhibitors_this_year: COUNTS,
  visitors_this_year: COUNTS,
  visitors_previous_year: COUNTS,
  buy_tickets_url: URLS,
  contact_name: ['<NAME>', 5, longerThan(200)],
  email: ['<EMAIL>', 'post', 'a b@c.example', '', 5, `${longerThan(250)}@a.b`],
  external_url: URLS,
  phone: ['<PHONE>', 5, longerThan(50)],
  additional_info: [5, longerThan(2000)],
  press_release: URLS,
  banner_logo: URLS,
  is_online_only: FLAGS,
}

const SERVER_FIELDS = [
  'id author published_at publish_time slug created_at updated_at summary auction_results_added',
  'is_featured is_paid_art_fair artists artworks magazines additional_images',
].flatMap((names) => names.split(' '))

const UNKNOWN_FIELDS = ['colour', 'Title', '__proto__', 'constructor', 'a/b~c', '']

const FULL_SIZE = 'https://kunsthal-nord.example/northern-light.jpg'
const IMAGE = '/featured_image'
const PICTURES: readonly (readonly [unknown, string])[] = [
  ['picture.jpg', IMAGE],
  [[], IMAGE],
  [false, IMAGE],
  [{ full_size: 'picture.jpg' }, `${IMAGE}/full_size`],
  [{ full_size: null }, `${IMAGE}/full_size`],
  [{ full_size: FULL_SIZE, caption: 5 }, `${IMAGE}/caption`],
  [{ full_size: FULL_SIZE, alt_text: longerThan(1000) }, `${IMAGE}/alt_text`],
  [{ full_size: FULL_SIZE, colour: 'red' }, `${IMAGE}/colour`],
  [{ full_size: FULL_SIZE, id: 1 }, `${IMAGE}/id`],
]

const INVALID_FIELDS: readonly InvalidField[] = [
  ...Object.entries(INVALID_VALUES).flatMap(([name, values]) =>
    values.map((sent) => ({ name, sent, pointer: `/${name}` })),
  ),
  ...SERVER_FIELDS.map((name) => ({ name, sent: null, pointer: `/${name}` })),
  ...UNKNOWN_FIELDS.map((name) => ({ name, sent: 1, pointer: pointerTo(name) })),
  ...PICTURES.map(([sent, pointer]) => ({ name: 'featured_image', sent, pointer })),
]

/** Invalid only in a whole picture: a merge patch can omit members. */
const WITHOUT_ADDRESS: InvalidField = {
  name: 'featured_image',
  sent: { caption: 'The hall' },
  pointer: `${IMAGE}/full_size`,
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Usually none, and rarely more than one. */
const patchViolations = fewOf(INVALID_FIELDS)
const wholeViolations = fewOf([...INVALID_FIELDS, WITHOUT_ADDRESS])

function fewOf(fields: readonly InvalidField[]): fc.Arbitrary<readonly InvalidField[]> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom(...fields), {
        minLength: 1,
        maxLength: 3,
        selector: ({ name }) => name,
      }),
    },
  )
}

const REQUIRED = ['venue', 'category', 'title', 'start_time', 'end_time']

const texts = {
  caption: fc.option(anyString),
  alt_text: fc.option(anyString),
  description: fc.option(anyString),
}
const picture = fc.record({ full_size: webUrl, ...texts }, { requiredKeys: ['full_size'] })
const picturePatch = fc.record({ full_size: webUrl, ...texts }, { requiredKeys: [] })

const states = fc.constantFrom('draft', 'published', 'archived')
const firstStates = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('draft', 'published') },
  { weight: 1, arbitrary: fc.constant('archived') },
)

/** For POST and PUT; rarely without a required field. */
export function wholeBody(world: World, isNew: boolean): fc.Arbitrary<Body> {
  const { venue, category, title } = requiredFields(world)
  const optional = {
    ...optionalFields,
    publish_status: plain(isNew ? firstStates : states),
    featured_image: plain(fc.option(picture, { freq: 4 })),
  }
  const parts = fc.tuple(fc.record({ venue, category, title }), period, sparse(optional, 1))
  const fields = parts.map((all): Fields => Object.assign({}, ...all))
  return unreadableOr(fc.tuple(fields, wholeViolations, missing).map(bodyOf))
}

const missing = fc.oneof(
  { weight: 29, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray(REQUIRED, { minLength: 1, maxLength: 2 }) },
)

/** For PATCH: any fields, usually few. */
export function patchBody(world: World): fc.Arbitrary<Body> {
  const optional = {
    ...requiredFields(world),
    ...optionalFields,
    publish_status: plain(states),
    featured_image: plain(fc.option(picturePatch, { freq: 4 })),
  }
  const parts = fc.tuple(sparse(optional, 9), patchViolations, fc.constant([]))
  return unreadableOr(parts.map(bodyOf))
}

/** @param absent names of omitted required fields. */
function bodyOf([fields, invalid, absent]: [
  Fields,
  readonly InvalidField[],
  readonly string[],
]): Body {
  const isSent = (name: string) => !absent.includes(name)
  const wrong = invalid.filter(({ name }) => isSent(name))
  const sent = [
    ...Object.entries(fields).map(([name, field]) => [name, field.sent] as const),
    ...wrong.map((field) => [field.name, field.sent] as const),
  ]
  return {
    text: JSON.stringify(Object.fromEntries(sent.filter(([name]) => isSent(name)))),
    isReadable: true,
    fields,
    invalid: [...wrong.map(({ pointer }) => pointer), ...absent.map((name) => `/${name}`)],
  }
}

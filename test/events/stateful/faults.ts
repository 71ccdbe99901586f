import fc from 'fast-check'

/** A value that does not fit the contract, or a field that has no place there. */
export interface Fault {
  readonly name: string
  readonly sent: unknown
  /** Where the answer must point to. */
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

const WRONG_VALUES: Readonly<Record<string, readonly unknown[]>> = {
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

const FAULTS: readonly Fault[] = [
  ...Object.entries(WRONG_VALUES).flatMap(([name, values]) =>
    values.map((sent) => ({ name, sent, pointer: `/${name}` })),
  ),
  ...SERVER_FIELDS.map((name) => ({ name, sent: null, pointer: `/${name}` })),
  ...UNKNOWN_FIELDS.map((name) => ({ name, sent: 1, pointer: pointerTo(name) })),
  ...PICTURES.map(([sent, pointer]) => ({ name: 'featured_image', sent, pointer })),
]

/** A merge patch may leave members out, and a whole picture may not. */
const WITHOUT_ADDRESS: Fault = {
  name: 'featured_image',
  sent: { caption: 'The hall' },
  pointer: `${IMAGE}/full_size`,
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** None as a rule, and seldom more than one. */
export const patchFaults = fewOf(FAULTS)
export const wholeFaults = fewOf([...FAULTS, WITHOUT_ADDRESS])

function fewOf(faults: readonly Fault[]): fc.Arbitrary<readonly Fault[]> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom(...faults), {
        minLength: 1,
        maxLength: 3,
        selector: ({ name }) => name,
      }),
    },
  )
}

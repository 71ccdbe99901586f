import { CATEGORIES, CITIES, PALETTE, SUBJECTS } from '../../scripts/demo/words.ts'
import { dayMoment, timestamp, type Random } from '../../scripts/demo/random.ts'
import { parametersOf } from '../../src/contract/parameters.ts'
import type { Parameter } from '../../src/contract/document.ts'
import { LISTS, type List } from '../../src/lists/list.ts'
import { listOperation, type CollectionName } from './collection.ts'
import { selectPublicIds, selectRelatedIds, type RelatedIds } from './database/catalogue-queries.ts'

/** Parameters of a request, without those of its page. */
export type FilterQuery = Readonly<Record<string, string>>

type Draw = (random: Random, ids: FilterIds) => FilterQuery

export interface FilterIds {
  readonly related: RelatedIds
  readonly records: Readonly<Record<CollectionName, Int32Array>>
}

/** The ids that filters of a loaded catalogue may name. */
export async function selectFilterIds(databaseUrl: string): Promise<FilterIds> {
  return {
    related: await selectRelatedIds(databaseUrl),
    records: {
      artworks: await selectPublicIds(databaseUrl, 'artworks'),
      events: await selectPublicIds(databaseUrl, 'events'),
    },
  }
}

/** The filters of a list, in the order of their declaration. */
export function filterNames(list: CollectionName): readonly string[] {
  return Object.keys((LISTS[list] as List).filters ?? {})
}

/**
 * Draws a filter with a value that records of the demo catalogue have, rare and frequent ones.
 * @throws for a filter of the contract whose values are to be added here.
 */
export function drawFilter(
  list: CollectionName,
  name: string,
  random: Random,
  ids: FilterIds,
): FilterQuery {
  const draw = DRAWS[list][name]
  if (draw !== undefined) return draw(random, ids)
  const values = valuesOf(parametersOf(listOperation(list), 'query').get(name))
  if (values === undefined) throw new Error(`Say in filter-draws.ts how to draw ${name}`)
  return { [name]: random.pick(values) }
}

/** Undefined where the contract does not list them. */
function valuesOf(parameter: Parameter | undefined): readonly string[] | undefined {
  return parameter?.schema.type === 'boolean' ? ['true', 'false'] : parameter?.schema.enum
}

const MAX_IDS = 18

const oneOf =
  (name: string, table: keyof RelatedIds): Draw =>
  (random, { related }) => ({ [name]: String(random.pick(related[table])) })

const someOf =
  (list: CollectionName): Draw =>
  (random, { records }) => {
    const ids = Array.from(
      { length: MAX_IDS },
      () => records[list][random.below(records[list].length)],
    )
    return { ids: ids.join() }
  }

/** Some are before all records, and some after them. */
const time =
  (name: string): Draw =>
  (random) => ({ [name]: timestamp(dayMoment(random.between(-1_500, 500))) })

const price =
  (name: string): Draw =>
  (random) => {
    const typical = random.pick(CATEGORIES).price
    const amount = typical * 10 ** (random.next() + random.next() - 1)
    return { [name]: amount.toFixed(2), currency: random.pick(['EUR', 'USD']) }
  }

const size =
  (name: string): Draw =>
  (random) =>
    random.chance(0.5)
      ? { [name]: String(random.between(10, 150)) }
      : { [name]: String(random.between(4, 60)), units: 'inch' }

const year =
  (name: string): Draw =>
  (random) => ({ [name]: String(random.between(1900, 2025)) })

/** Each word is in the titles of many records. */
const words: Draw = (random) => ({ q: random.pick(SUBJECTS) })

const city: Draw = (random) => ({ city: random.pick(CITIES).name })

const DRAWS: Readonly<Record<CollectionName, Readonly<Record<string, Draw>>>> = {
  artworks: {
    updated_after: time('updated_after'),
    updated_before: time('updated_before'),
    ids: someOf('artworks'),
    q: words,
    artist: oneOf('artist', 'artists'),
    gallery: oneOf('gallery', 'galleries'),
    category: oneOf('category', 'artwork_categories'),
    tag: oneOf('tag', 'tags'),
    price_min: price('price_min'),
    price_max: price('price_max'),
    height_min: size('height_min'),
    height_max: size('height_max'),
    width_min: size('width_min'),
    width_max: size('width_max'),
    year_min: year('year_min'),
    year_max: year('year_max'),
    medium: (random) => ({ medium: random.pick(random.pick(CATEGORIES).media).trim() }),
    city,
    color: (random) => {
      const hex = random.pick(PALETTE).rgb.map((channel) => channel.toString(16).padStart(2, '0'))
      return { color: `#${hex.join('')}` }
    },
  },
  events: {
    updated_after: time('updated_after'),
    updated_before: time('updated_before'),
    ids: someOf('events'),
    q: words,
    venue: oneOf('venue', 'venues'),
    category: oneOf('category', 'event_categories'),
    // With the time of the request, each request would be another list.
    when: (random) => ({
      when: random.pick(['upcoming', 'current', 'past']),
      at: timestamp(dayMoment(0)),
    }),
    starts_after: time('starts_after'),
    starts_before: time('starts_before'),
    ends_after: time('ends_after'),
    ends_before: time('ends_before'),
    country: (random) => ({ country: random.pick(CITIES).country }),
    city,
    near: (random) => {
      const { latitude, longitude } = random.pick(CITIES)
      return { near: `${latitude},${longitude}`, radius_km: String(random.between(10, 1_000)) }
    },
  },
}

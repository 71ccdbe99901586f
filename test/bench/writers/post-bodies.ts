import type { components } from '../../../generated/v1.ts'
import { randomSource, type Random } from '../../../scripts/demo/random.ts'
import type { RelatedIds } from '../database/catalogue-queries.ts'
import { SERIAL } from '../load/run-load.ts'

type Schemas = components['schemas']

/** Enough that the bodies of a round refer to many records. */
const BODIES = 500

const TITLES = ['Harbour at Dusk', 'Low Tide', 'Étude nº 2', 'Northern Light', 'Zwei Brücken']
const MEDIA = ['Oil on canvas', 'Bronze', 'Silver gelatin print', 'Tempera on panel']

/** The bodies of POST requests, as JSON. No two records that are made of them have the same title. */
export function postBodies(related: RelatedIds, gallery: number) {
  const many = (draw: (random: Random) => object): string[] =>
    Array.from({ length: BODIES }, (_, n) => JSON.stringify(draw(randomSource('post bodies')(n))))
  return {
    artworks: many((random) => artworkBody(random, related, gallery)),
    events: many((random) => eventBody(random, related)),
  }
}

function artworkBody(
  random: Random,
  related: RelatedIds,
  gallery: number,
): Schemas['ArtworkInput'] {
  return {
    title: `${random.pick(TITLES)} ${SERIAL}`,
    artists: pickTwo(random, related.artists),
    gallery,
    units: 'centimeter',
    year_of_creation: random.between(1900, 2020),
    featured_image: picture(random),
    size_h: random.between(10, 300),
    size_w: random.between(10, 300) + 0.5,
    category: random.pick(related.artwork_categories),
    price: random.between(10_000, 1_000_000) / 100,
    price_currency: random.pick(['EUR', 'USD', 'GBP']),
    price_display: 'show price',
    tags: pickTwo(random, related.tags),
    medium: random.pick(MEDIA),
    publish_status: 'published',
  }
}

function eventBody(random: Random, related: RelatedIds): Schemas['EventInput'] {
  const month = String(random.between(1, 12)).padStart(2, '0')
  return {
    title: `${random.pick(TITLES)} ${SERIAL}`,
    category: random.pick(related.event_categories),
    venue: random.pick(related.venues),
    start_time: `2027-${month}-${random.between(10, 14)}T18:00:00+01:00`,
    end_time: `2027-${month}-${random.between(15, 28)}T21:00:00+01:00`,
    content: `${random.between(2, 90)} paintings of the far north.`,
    price: random.between(0, 5_000) / 100,
    featured_image: picture(random),
    address: `Havnegade ${random.between(1, 99)}`,
    external_url: `https://kunsthal-nord.example/${SERIAL}`,
    publish_status: 'published',
  }
}

function picture(random: Random): Schemas['PictureInput'] {
  return {
    full_size: `https://quayside.example/${random.below(1e6)}-${SERIAL}.jpg`,
    alt_text: 'Boats at a quay in the evening',
  }
}

function pickTwo(random: Random, ids: readonly number[]): number[] {
  const [first, second] = [random.pick(ids), random.pick(ids)]
  return first === second ? [first] : [first, second]
}

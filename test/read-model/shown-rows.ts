import { sql, type Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { NAMED_TABLES, type Database } from '../../src/database/tables.ts'
import { makeFullArtwork, makeFullEvent } from '../contract/full-records.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import {
  makeArtworkImage,
  makeColor,
  makeEventImage,
  makeImage,
  makeVenueImage,
} from '../support/make-images.ts'
import { makeNamed } from '../support/make-named.ts'
import { makeUser } from '../support/make-user.ts'

/** A row whose columns appear in a record of a list: its table, and a condition that selects it. */
interface ShownRow {
  readonly table: string
  readonly where: string
  /** The object with the fields of the row, if a record has one. */
  readonly shown?: (records: Records) => unknown
}

interface Records {
  readonly artwork: components['schemas']['Artwork']
  readonly event: components['schemas']['Event']
}

const ARTWORK = '(SELECT min(id) FROM artworks)'
const EVENT = '(SELECT min(id) FROM events)'
const ofArtwork = (column: string): string =>
  `(SELECT ${column} FROM artworks WHERE id = ${ARTWORK})`
const ofEvent = (column: string): string => `(SELECT ${column} FROM events WHERE id = ${EVENT})`
const FIRST_ARTIST = `(SELECT artist_id FROM artwork_artists WHERE artwork_id = ${ARTWORK}
  ORDER BY position LIMIT 1)`

/** Every such row, by its role in the record. */
export const SHOWN_ROWS: Readonly<Record<string, ShownRow>> = {
  artwork: { table: 'artworks', where: `id = ${ARTWORK}`, shown: ({ artwork }) => artwork },
  event: { table: 'events', where: `id = ${EVENT}`, shown: ({ event }) => event },
  'author of the artwork': {
    table: 'users',
    where: `id = ${ofArtwork('author_id')}`,
    shown: ({ artwork }) => artwork.author,
  },
  'owner of the gallery': {
    table: 'users',
    where: `id = (SELECT owner_id FROM galleries WHERE id = ${ofArtwork('gallery_id')})`,
    shown: ({ artwork }) => artwork.gallery.owner,
  },
  'author of the event': {
    table: 'users',
    where: `id = ${ofEvent('author_id')}`,
    shown: ({ event }) => event.author,
  },
  gallery: {
    table: 'galleries',
    where: `id = ${ofArtwork('gallery_id')}`,
    shown: ({ artwork }) => artwork.gallery,
  },
  'picture of the gallery': {
    table: 'images',
    where: `id = (SELECT featured_image_id FROM galleries WHERE id = ${ofArtwork('gallery_id')})`,
    shown: ({ artwork }) => artwork.gallery.featured_image,
  },
  artist: {
    table: 'artists',
    where: `id = ${FIRST_ARTIST}`,
    shown: ({ artwork }) => artwork.artists[0],
  },
  'picture of the artist': {
    table: 'images',
    where: `id = (SELECT featured_image_id FROM artists WHERE id = ${FIRST_ARTIST})`,
    shown: ({ artwork }) => artwork.artists[0]?.featured_image,
  },
  credit: { table: 'artwork_artists', where: `artwork_id = ${ARTWORK} AND position = 0` },
  'picture of the artwork': {
    table: 'artwork_images',
    where: `id = ${ofArtwork('featured_image_id')}`,
    shown: ({ artwork }) => artwork.featured_image,
  },
  'colour of the picture': {
    table: 'artwork_image_colors',
    where: `artwork_image_id = ${ofArtwork('featured_image_id')} AND position = 0`,
  },
  colour: {
    table: 'colors',
    where: `id = (SELECT color_id FROM artwork_image_colors
      WHERE artwork_image_id = ${ofArtwork('featured_image_id')} AND position = 0)`,
    shown: ({ artwork }) => artwork.featured_image.colors_data[0],
  },
  'category of the artwork': {
    table: 'artwork_categories',
    where: `id = ${ofArtwork('category_id')}`,
    shown: ({ artwork }) => artwork.category,
  },
  collector: {
    table: 'artwork_category_collectors',
    where: `category_id = ${ofArtwork('category_id')}`,
  },
  tag: {
    table: 'tags',
    where: `id = (SELECT tag_id FROM artwork_tags WHERE artwork_id = ${ARTWORK})`,
    shown: ({ artwork }) => artwork.tags[0],
  },
  label: { table: 'artwork_tags', where: `artwork_id = ${ARTWORK}` },
  'exchange rate': { table: 'exchange_rates', where: `currency = 'USD'` },
  'picture of the event': {
    table: 'event_images',
    where: `id = ${ofEvent('featured_image_id')}`,
    shown: ({ event }) => event.featured_image,
  },
  'category of the event': {
    table: 'event_categories',
    where: `id = ${ofEvent('category_id')}`,
    shown: ({ event }) => event.category,
  },
  venue: {
    table: 'venues',
    where: `id = ${ofEvent('venue_id')}`,
    shown: ({ event }) => event.venue,
  },
  'picture of the venue': {
    table: 'venue_images',
    where: `id = (SELECT featured_image_id FROM venues WHERE id = ${ofEvent('venue_id')})`,
    shown: ({ event }) => event.venue.featured_image,
  },
}

/** Tables that appear in no record. The list by price_usd has the prices of `artwork_prices`. */
export const HIDDEN_TABLES =
  /^(api_keys|gallery_members|gallery_invitations|idempotency_keys|artwork_prices|artwork_counts|stored_bytes|feeds|feed_\w+|webhook\w*|exchange_rate_version|\w+_sources|schema_versions|change_log|change_log_pruned|offset_anchors|offset_index_state|\w+_documents)$/

/** Fills the database with one artwork, one event, and exactly one of each of these rows. */
export async function makeShownRows(db: Kysely<Database>): Promise<void> {
  await makeExchangeRate(db, 'USD', '1.25')
  const artwork = await makeFullArtwork(db)
  const [author, artist, picture] = [await makeUser(db), await makeArtist(db), await makeImage(db)]
  await sql`UPDATE artworks SET author_id = ${author.id} WHERE id = ${artwork}`.execute(db)
  await sql`UPDATE artists SET featured_image_id = ${picture.id}`.execute(db)
  await sql`INSERT INTO artwork_artists VALUES (${artwork}, 1, ${artist.id})`.execute(db)
  await makeFullEvent(db)
}

/** Makes another row of each table that columns refer to. */
export const MAKERS: Readonly<
  Record<string, (db: Kysely<Database>) => Promise<{ readonly id: number | string }>>
> = {
  users: makeUser,
  images: makeImage,
  artwork_images: makeArtworkImage,
  event_images: makeEventImage,
  venue_images: makeVenueImage,
  ...Object.fromEntries(
    Object.keys(NAMED_TABLES).map((table) => [
      table,
      (db: Kysely<Database>) => makeNamed(db, table),
    ]),
  ),
  colors: (db) => makeColor(db, { red: 1, green: 2, blue: 3 }),
  artworks: (db) => makeArtwork(db, { publish_status: 'draft' }),
}

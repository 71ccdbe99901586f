import { sql, type Kysely } from 'kysely'
import { allocateIds } from '../../src/database/ids.ts'
import type { Database } from '../../src/database/tables.ts'
import { Interrupted } from '../interruptible.ts'
import { withConnections } from '../task-database.ts'
import { ARTISTS } from './artists.ts'
import { artworkKind } from './artworks.ts'
import {
  beginLoad,
  ensureListed,
  insertRows,
  SAME_COLOR,
  SAME_EVENT_CATEGORY,
  selectCurrencies,
  selectIdsBySlug,
} from './demo-queries.ts'
import { eventKind } from './events.ts'
import { GALLERIES, galleryColleague } from './galleries.ts'
import { poolSizes, type CatalogueSize, type PoolIds } from './pool-sizes.ts'
import { BASE_DATE, LISTED_DAY } from './random.ts'
import type { RecordKind } from './record-kind.ts'
import { userRow } from './users.ts'
import { venueKind } from './venues.ts'
import {
  CATEGORIES,
  EVENT_CATEGORIES,
  PALETTE,
  RATE_SOURCE,
  RATES,
  TAG_DESCRIPTIONS,
  TAGS,
} from './words.ts'

interface DemoOptions extends CatalogueSize {
  /** Called after every batch, for artworks and events together. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ends the load between two batches; the next load continues there. */
  readonly signal?: AbortSignal
}

/** Records that are stored together or not at all. An interrupted load waits for them, and larger batches are no faster. */
const BATCH_SIZE = 500

/**
 * Brings the demo catalogue in the database to the wanted size. Every record is a function of its
 * number alone, so the same sizes give the same data; existing records stay.
 * @returns how many records are new.
 */
export function loadDemoCatalogue(
  databaseUrl: string,
  options: DemoOptions,
): Promise<CatalogueSize> {
  return withConnections(databaseUrl, 1, (db) =>
    db.connection().execute(async (session) => {
      await beginLoad(session)
      return load(session, options)
    }),
  )
}

async function load(session: Kysely<Database>, options: DemoOptions): Promise<CatalogueSize> {
  const { onProgress, signal } = options
  const total = options.artworks + options.events
  let done = 0
  const loadAll = async (kind: RecordKind, size: number): Promise<number> => {
    let added = 0
    for (let from = 0; from < size; from += BATCH_SIZE) {
      const to = Math.min(from + BATCH_SIZE, size)
      const stored = await session.transaction().execute((trx) => ensure(trx, kind, from, to))
      added += stored.added
      done += to - from
      onProgress?.(done, total)
      if (signal?.aborted) throw new Interrupted('Interrupted. Run it again to finish.')
    }
    return added
  }
  const pools = await session.transaction().execute((trx) => ensurePools(trx, options))
  const events = await loadAll(eventKind(pools), options.events)
  return { events, artworks: await loadAll(artworkKind(pools), options.artworks) }
}

/**
 * Adds the missing records of a kind at the places from `from` up to, not including, `to`, with their pictures and links.
 * @returns the ids of all of them, and the number of new ones.
 */
async function ensure(trx: Kysely<Database>, kind: RecordKind, from: number, to: number) {
  const { table, row, links = [], images } = kind
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  const slugs = places.map((n) => kind.slug(n))
  const existing = await selectIdsBySlug(trx, table, slugs)
  const missing = places.filter((n) => !existing.has(slugs[n - from] ?? ''))
  const idOf = await idsFor(trx, table, missing)
  const depicted = missing.filter(images.has)
  const imageOf = await idsFor(trx, images.table, depicted)
  // Referenced tables first: the links of a picture that no record refers to yet change no document.
  await insertRows(
    trx,
    images.table,
    depicted.map((n) => images.row(n, imageOf.get(n) ?? 0)),
  )
  for (const link of images.links ?? []) await insertRows(trx, link.table, rowsOf(link, imageOf))
  await insertRows(
    trx,
    table,
    missing.map((n) => row(n, idOf.get(n) ?? 0, imageOf.get(n) ?? null)),
  )
  for (const link of links) await insertRows(trx, link.table, rowsOf(link, idOf))
  const ids = places.map((n) => existing.get(slugs[n - from] ?? '') ?? idOf.get(n) ?? 0)
  return { ids, added: missing.length }
}

/** New ids by place. */
async function idsFor(
  trx: Kysely<Database>,
  table: keyof Database,
  places: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const ids = await allocateIds(trx, table, places.length)
  return new Map(places.map((n, at) => [n, ids[at] ?? 0]))
}

function rowsOf(
  { rows }: NonNullable<RecordKind['links']>[number],
  ids: ReadonlyMap<number, number>,
): object[] {
  return [...ids].flatMap(([n, id]) => rows(n, id))
}

const EXISTING = sql`ON CONFLICT DO NOTHING`
const TIMES = { created_at: LISTED_DAY, updated_at: LISTED_DAY }

/** The columns are those of the first row. */
const NO_TEXTS = {
  image: null,
  tooltip: '',
  editor_notes: '',
  meta_description: null,
  caption: null,
}

/**
 * Adds the missing records that artworks and events of a catalogue share.
 * @returns the ids of all of them.
 */
async function ensurePools(trx: Kysely<Database>, size: CatalogueSize): Promise<PoolIds> {
  const sizes = poolSizes(size)
  await ensureRates(trx)
  await insertRows(
    trx,
    'users',
    Array.from({ length: sizes.users }, (_, k) => userRow(k)),
    EXISTING,
  )
  const { ids: galleries } = await ensure(trx, GALLERIES, 0, sizes.galleries)
  const categories = CATEGORIES.map(({ name }) => ({ name }))
  const artworkCategories = await ensureListed(trx, 'artwork_categories', categories)
  await insertRows(
    trx,
    'artwork_category_collectors',
    collectors(artworkCategories, sizes.galleries),
    EXISTING,
  )
  const tags = TAGS.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? '', ...TIMES }))
  const colors = PALETTE.map(({ name, rgb: [red, green, blue] }) => ({ name, red, green, blue }))
  const ofEvents = EVENT_CATEGORIES.map((category) => ({ ...NO_TEXTS, ...category, ...TIMES }))
  return {
    galleries,
    artists: (await ensure(trx, ARTISTS, 0, sizes.artists)).ids,
    venues: (await ensure(trx, venueKind(galleries), 0, sizes.venues)).ids,
    tags: await ensureListed(trx, 'tags', tags),
    colors: await ensureListed(trx, 'colors', colors, SAME_COLOR),
    artworkCategories,
    eventCategories: await ensureListed(trx, 'event_categories', ofEvents, SAME_EVENT_CATEGORY),
  }
}

/**
 * Adds the missing rates of the base date; imported rates stay. Even an insert of no row would have
 * every price converted again, so nothing is inserted needlessly.
 */
async function ensureRates(trx: Kysely<Database>): Promise<void> {
  const known = await selectCurrencies(trx)
  const missing = RATES.filter(([currency]) => !known.has(currency))
  const shared = { rate_date: BASE_DATE, source: RATE_SOURCE }
  await insertRows(
    trx,
    'exchange_rates',
    missing.map(([currency, units_per_euro]) => ({ currency, units_per_euro, ...shared })),
  )
}

const COLLECTORS_PER_CATEGORY = 2

/**
 * The first galleries' colleagues collect works of each category but the last, in a catalogue of any size, so that the
 * field is not always empty.
 */
function collectors(categoryIds: readonly number[], galleries: number): object[] {
  return categoryIds.slice(0, -1).flatMap((category_id, place) =>
    Array.from({ length: COLLECTORS_PER_CATEGORY }, (_, k) => (place + k) % 8)
      .filter((gallery) => gallery < galleries)
      .map((gallery) => ({ category_id, user_id: galleryColleague(gallery) })),
  )
}

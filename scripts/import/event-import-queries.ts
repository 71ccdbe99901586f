import { sql, type InsertObject, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { upsertFromSource, upsertRows, type Identified } from './import-queries.ts'
import { EXHIBITIONS, MUSEUMS, type EventListing } from './listings.ts'
import { slugOf } from '../../src/writes/stable-slug.ts'
import { upsertPublisher, upsertVenues } from './venue-import-queries.ts'

const PUBLISHER = 'lllist-eu'
const CATEGORY_SLUG = 'gallery-shows'

interface References {
  readonly authorId: string
  readonly categoryId: number
  /** Ids of the venues, by `venueKey`. */
  readonly venues: ReadonlyMap<string, number>
}

/** Writes the exhibitions that are new or have changed, and their venues. */
export async function upsertEvents(
  trx: Transaction<Database>,
  listings: readonly EventListing[],
): Promise<void> {
  await upsertFromSource(trx, { kind: 'event', name: EXHIBITIONS }, listings, async (rows) => {
    const references = {
      authorId: await upsertPublisher(trx, PUBLISHER),
      categoryId: await findCategory(trx),
      venues: await upsertVenuesOf(trx, listings),
    }
    const values = rows.map((row) => eventRow(row, references))
    // Columns that people may have changed since.
    const writtenOnce = [
      'author_id',
      'category_id',
      'slug',
      'publish_status',
      'published_at',
    ] as const
    await upsertRows(trx, 'events', values, [...writtenOnce, 'created_at', 'is_all_day_event'])
  })
}

async function findCategory(trx: Transaction<Database>): Promise<number> {
  const { id } = await trx
    .selectFrom('event_categories')
    .select('id')
    .where('slug', '=', CATEGORY_SLUG)
    .executeTakeFirstOrThrow()
  return id
}

async function upsertVenuesOf(
  trx: Transaction<Database>,
  listings: readonly EventListing[],
): Promise<Map<string, number>> {
  const venues = new Map<string, number>()
  for (const source of [MUSEUMS, EXHIBITIONS]) {
    const ofSource = listings.filter((listing) => venueSource(listing) === source)
    const listed = ofSource.map(({ venue }) => venue)
    const ids = await upsertVenues(trx, source, listed)
    for (const [externalId, id] of ids) venues.set(venueKey(source, externalId), id)
  }
  return venues
}

function venueSource({ isAtMuseum }: EventListing): string {
  return isAtMuseum ? MUSEUMS : EXHIBITIONS
}

function venueKey(source: string, externalId: string): string {
  return `${source} ${externalId}`
}

function eventRow(
  { id, record }: Identified<EventListing>,
  { authorId, categoryId, venues }: References,
): InsertObject<Database, 'events'> {
  const { venue } = record
  const venueId = venues.get(venueKey(venueSource(record), venue.externalId))
  if (venueId === undefined) throw new Error('An event refers to a venue that was not written')
  return {
    id,
    author_id: authorId,
    venue_id: venueId,
    category_id: categoryId,
    title: record.title,
    slug: slugOf(record.title, EXHIBITIONS, record.externalId),
    publish_status: 'published',
    published_at: record.createdAt ?? sql`now()`,
    created_at: record.createdAt ?? undefined,
    updated_at: record.updatedAt ?? undefined,
    start_time: record.startTime,
    end_time: record.endTime,
    is_all_day_event: true,
    is_end_time_unknown: record.isEndTimeUnknown,
    external_url: record.externalUrl,
    address: record.address,
    city: venue.city,
    country_code: venue.countryCode,
    latitude: venue.latitude,
    longitude: venue.longitude,
  }
}

import { sql, type InsertObject, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { type EventListing, EXHIBITIONS, MUSEUMS } from './listings.ts'
import { upsertPublisher, upsertVenues } from './venue-import-queries.ts'
import { slugOf } from './slug.ts'
import { upsertFromSource, type Identified } from './import-queries.ts'

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
  const source = { kind: 'event', name: EXHIBITIONS } as const
  await upsertFromSource(trx, source, listings, async (_, rows) => {
    const references = {
      authorId: await upsertPublisher(trx, PUBLISHER),
      categoryId: await findCategory(trx),
      venues: await upsertVenuesOf(trx, listings),
    }
    await writeEvents(
      trx,
      rows.map((row) => eventRow(row, references)),
    )
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
    const ids = await upsertVenues(
      trx,
      source,
      ofSource.map(({ venue }) => venue),
    )
    for (const [externalId, id] of ids) venues.set(`${source} ${externalId}`, id)
  }
  return venues
}

function venueSource({ isAtMuseum }: EventListing): string {
  return isAtMuseum ? MUSEUMS : EXHIBITIONS
}

function eventRow(
  { id, record }: Identified<EventListing>,
  { authorId, categoryId, venues }: References,
): InsertObject<Database, 'events'> {
  const { venue } = record
  const venueId = venues.get(`${venueSource(record)} ${venue.externalId}`)
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

/** Slug, author, publication and all that people may have set since are only written once. */
async function writeEvents(
  trx: Transaction<Database>,
  rows: readonly InsertObject<Database, 'events'>[],
): Promise<void> {
  await trx
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        venue_id: ref('excluded.venue_id'),
        title: ref('excluded.title'),
        updated_at: ref('excluded.updated_at'),
        start_time: ref('excluded.start_time'),
        end_time: ref('excluded.end_time'),
        is_end_time_unknown: ref('excluded.is_end_time_unknown'),
        external_url: ref('excluded.external_url'),
        address: ref('excluded.address'),
        city: ref('excluded.city'),
        country_code: ref('excluded.country_code'),
        latitude: ref('excluded.latitude'),
        longitude: ref('excluded.longitude'),
      })),
    )
    .execute()
}

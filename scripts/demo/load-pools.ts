import type pg from 'pg'
import { copyRows } from './demo-load-queries.ts'
import {
  ensureRates,
  insertCollectors,
  selectCategoryIds,
  selectUserIds,
  ensureColors,
  ensureEventCategories,
  ensureTags,
} from './demo-record-queries.ts'
import { galleryColleague } from './galleries.ts'
import { copyRecords, reserveRecordIds, takeInventory } from './load-batches.ts'
import { type PoolIds, poolSizes, type CatalogueSize } from './pool-sizes.ts'
import type { RecordKind } from './record-kind.ts'
import { ARTISTS, GALLERIES, venueKind } from './record-kinds.ts'
import { userId, userRow } from './users.ts'
import { CATEGORIES } from './words/media.ts'

/**
 * Adds what artworks and events of a catalogue share, where it is not there.
 * @returns the ids of all of it.
 */
export async function loadPools(client: pg.ClientBase, size: CatalogueSize): Promise<PoolIds> {
  const sizes = poolSizes(size)
  await ensureRates(client)
  await ensureUsers(client, sizes.users)
  const galleries = await ensureRecords(client, GALLERIES, sizes.galleries)
  const artworkCategories = await selectCategoryIds(
    client,
    CATEGORIES.map(({ name }) => name),
  )
  await insertCollectors(client, ...collectors(artworkCategories, sizes.galleries))
  return {
    galleries,
    artists: await ensureRecords(client, ARTISTS, sizes.artists),
    venues: await ensureRecords(client, venueKind(galleries), sizes.venues),
    tags: await ensureTags(client),
    colors: await ensureColors(client),
    artworkCategories,
    eventCategories: await ensureEventCategories(client),
  }
}

async function ensureUsers(client: pg.ClientBase, count: number): Promise<void> {
  const places = Array.from({ length: count }, (_, k) => k)
  const held = await selectUserIds(client, places.map(userId))
  const missing = places.filter((k) => !held.has(userId(k)))
  await copyRows(client, 'users', missing.map(userRow))
}

/** @returns the ids of the first `size` records of the kind, by place. */
async function ensureRecords(
  client: pg.ClientBase,
  kind: RecordKind,
  size: number,
): Promise<number[]> {
  const { held, missing } = await takeInventory(client, kind, 0, size)
  if (missing.length === 0) return [...held.values()]
  const ids = await reserveRecordIds(client, kind, missing)
  await copyRecords(client, kind, missing, ids)
  return Array.from({ length: size }, (_, k) => held.get(k) ?? ids.record(k))
}

const COLLECTORS_PER_CATEGORY = 2

/** The first galleries' colleagues collect, in a catalogue of any size. */
function collectors(categoryIds: readonly number[], galleries: number): [number[], string[]] {
  const pairs = categoryIds.flatMap((id, place) =>
    Array.from({ length: COLLECTORS_PER_CATEGORY }, (_, k) => [id, (place + k) % 8] as const),
  )
  const made = pairs.filter(([, gallery]) => gallery < galleries)
  return [made.map(([id]) => id), made.map(([, gallery]) => galleryColleague(gallery))]
}

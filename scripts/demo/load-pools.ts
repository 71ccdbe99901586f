import type pg from 'pg'
import { ARTISTS } from './artists.ts'
import { copyRows } from './demo-load-queries.ts'
import {
  ensureColors,
  ensureEventCategories,
  ensureRates,
  ensureTags,
  insertCollectors,
  selectCategoryIds,
  selectUserIds,
} from './demo-record-queries.ts'
import { GALLERIES, galleryColleague } from './galleries.ts'
import { prepareCopy } from './load-batches.ts'
import { type PoolIds, poolSizes, type CatalogueSize } from './pool-sizes.ts'
import type { RecordKind } from './record-kind.ts'
import { userId, userRow } from './users.ts'
import { venueKind } from './venues.ts'
import { CATEGORIES } from './words.ts'

/**
 * Adds the missing records that artworks and events of a catalogue share.
 * @returns the ids of all of them.
 */
export async function loadPools(client: pg.ClientBase, size: CatalogueSize): Promise<PoolIds> {
  const sizes = poolSizes(size)
  await ensureRates(client)
  await ensureUsers(client, sizes.users)
  const galleries = await ensureRecords(client, GALLERIES, sizes.galleries)
  const categoryNames = CATEGORIES.map(({ name }) => name)
  const artworkCategories = await selectCategoryIds(client, categoryNames)
  await addCollectors(client, artworkCategories, sizes.galleries)
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
  const existing = await selectUserIds(client, places.map(userId))
  const missing = places.filter((k) => !existing.has(userId(k)))
  await copyRows(client, 'users', missing.map(userRow))
}

/** @returns the ids of the first `size` records of the kind, by place. */
async function ensureRecords(
  client: pg.ClientBase,
  kind: RecordKind,
  size: number,
): Promise<number[]> {
  const copy = await prepareCopy(client, { kind, from: 0, to: size })
  await copy.run(client)
  return Array.from({ length: size }, (_, k) => copy.idOf(k))
}

const COLLECTORS_PER_CATEGORY = 2

/** The first galleries' colleagues collect works of each category but the last, in a catalogue of any size. */
async function addCollectors(
  client: pg.ClientBase,
  categoryIds: readonly number[],
  galleries: number,
): Promise<void> {
  const pairs = categoryIds
    .slice(0, -1)
    .flatMap((id, place) =>
      Array.from({ length: COLLECTORS_PER_CATEGORY }, (_, k) => ({ id, gallery: (place + k) % 8 })),
    )
  const made = pairs.filter(({ gallery }) => gallery < galleries)
  const userIds = made.map(({ gallery }) => galleryColleague(gallery))
  await insertCollectors(
    client,
    made.map(({ id }) => id),
    userIds,
  )
}

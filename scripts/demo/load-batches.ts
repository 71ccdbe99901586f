import type pg from 'pg'
import {
  countArtworks,
  deferringChecks,
  inTransaction,
  copyRows,
  reserveIds,
} from './demo-load-queries.ts'
import { selectIdsBySlug } from './demo-record-queries.ts'
import type { RecordKind, LinkKind, Numbering } from './record-kind.ts'

/** Some records of one kind: those from place `from` up to, not including, `to`. */
export interface Batch {
  readonly kind: RecordKind
  readonly from: number
  readonly to: number
}

/** Told of every batch, and of how many of its records are new. May throw to end the load. */
export type OnBatch = (batch: Batch, added: number) => void

const WORKERS = 2

/** A transaction each, two at a time: what has been loaded stays when the load is interrupted. */
export async function loadOneByOne(
  pool: pg.Pool,
  coordinator: pg.ClientBase,
  batches: Generator<Batch>,
  onBatch: OnBatch,
): Promise<void> {
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      // The coordinator hands out the ids, so that two batches never get the same.
      const copy = await prepareCopy(coordinator, batch)
      if (copy.count > 0) await inTransaction(pool, copy.run)
      onBatch(batch, copy.count)
    }
  }
  // A worker that fails closes the generator, so the other ends after the batch that it is at.
  const ends = await Promise.allSettled(Array.from({ length: WORKERS }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** All in one transaction, much faster; readers wait, and an interruption leaves nothing. */
export async function loadInBulk(
  pool: pg.Pool,
  batches: Generator<Batch>,
  onBatch: OnBatch,
): Promise<void> {
  await inTransaction(pool, (client) =>
    deferringChecks(client, async () => {
      for (const batch of batches) {
        const copy = await prepareCopy(client, batch)
        if (copy.count > 0) await copy.run(client)
        onBatch(batch, copy.count)
      }
    }),
  )
}

/** Building all indexes again pays when the catalogue more than doubles, and grows by many. */
export async function isBulk(
  client: pg.ClientBase,
  artworks: number,
  leastArtworks: number,
): Promise<boolean> {
  return artworks >= leastArtworks && artworks >= 2 * (await countArtworks(client))
}

async function prepareCopy(
  client: pg.ClientBase,
  { kind, from, to }: Batch,
): Promise<{ count: number; run: (client: pg.ClientBase) => Promise<void> }> {
  const { missing } = await takeInventory(client, kind, from, to)
  if (missing.length === 0) return { count: 0, run: () => Promise.resolve() }
  const ids = await reserveRecordIds(client, kind, missing)
  return { count: missing.length, run: (copier) => copyRecords(copier, kind, missing, ids) }
}

type IdOf = (n: number) => number

/** Which records of a kind are there, and the places of those that are not. */
interface Inventory {
  readonly held: ReadonlyMap<number, number>
  readonly missing: readonly number[]
}

/** Looks up the records from place `from` up to, not including, `to`. */
export async function takeInventory(
  client: pg.ClientBase,
  kind: RecordKind,
  from: number,
  to: number,
): Promise<Inventory> {
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  const slugs = places.map((n) => kind.slug(n))
  const ids = await selectIdsBySlug(client, kind.table, slugs)
  const found = places.map((n, index) => [n, ids.get(slugs[index] ?? '')] as const)
  return {
    held: new Map(found.filter((pair): pair is [number, number] => pair[1] !== undefined)),
    missing: found.filter(([, id]) => id === undefined).map(([n]) => n),
  }
}

/** The ids that the records of a kind and their pictures get. */
interface RecordIds {
  readonly record: IdOf
  readonly image: (n: number) => number | null
}

/** Sets ids aside for the records at these places. */
export async function reserveRecordIds(
  client: pg.ClientBase,
  kind: RecordKind,
  places: readonly number[],
): Promise<RecordIds> {
  const { images } = kind
  const record = await reserveFor(client, { table: kind.table, firstId: 1, stride: 1 }, places)
  const image = await reserveFor(client, images, places)
  return { record, image: (n) => (images.has(n) ? image(n) : null) }
}

async function reserveFor(
  client: pg.ClientBase,
  { table, firstId, stride }: Numbering,
  places: readonly number[],
): Promise<IdOf> {
  const wanted: IdOf = (n) => firstId + n * stride
  const shift = await reserveIds(client, table, places.map(wanted))
  return (n) => wanted(n) + shift
}

/**
 * Copies the records at these places with their pictures and links, referenced tables first: what
 * belongs to a picture that no record has yet is in nobody's text.
 */
export async function copyRecords(
  client: pg.ClientBase,
  kind: RecordKind,
  places: readonly number[],
  ids: RecordIds,
): Promise<void> {
  await copyRows(client, kind.images.table, imageRows(kind, places, ids))
  await copyLinks(client, kind.images.links ?? [], places, ids)
  await copyRows(client, kind.table, recordRows(kind, places, ids))
  await copyLinks(client, kind.links, places, ids)
}

async function copyLinks(
  client: pg.ClientBase,
  links: readonly LinkKind[],
  places: readonly number[],
  ids: RecordIds,
): Promise<void> {
  for (const { table, rows } of links) await copyRows(client, table, linkRows(rows, places, ids))
}

function* imageRows(
  { images }: RecordKind,
  places: readonly number[],
  ids: RecordIds,
): Generator<object> {
  for (const n of places) {
    const id = ids.image(n)
    if (id !== null) yield images.row(n, id)
  }
}

function* recordRows(
  kind: RecordKind,
  places: readonly number[],
  ids: RecordIds,
): Generator<object> {
  for (const n of places) yield kind.row(n, ids.record(n), ids.image(n))
}

function* linkRows(
  rows: LinkKind['rows'],
  places: readonly number[],
  ids: RecordIds,
): Generator<object> {
  for (const n of places) yield* rows(n, ids.record(n), ids.image(n))
}

import type pg from 'pg'
import {
  countArtworks,
  deferringChecks,
  inTransaction,
  copyRows,
  reserveIds,
} from './demo-load-queries.ts'
import { selectIdsBySlug } from './demo-record-queries.ts'
import type { LinkKind, Numbering, RecordKind } from './record-kind.ts'

/** Some records of one kind: those from place `from` up to, not including, `to`. */
export interface Batch {
  readonly kind: RecordKind
  readonly from: number
  readonly to: number
}

/** Called after every batch, with the number of its new records. May throw to end the load. */
export type OnBatch = (batch: Batch, added: number) => void

const WORKERS = 2

/** Loads each batch in its own transaction, two at a time: an interruption keeps the batches loaded so far. */
export async function loadOneByOne(
  pool: pg.Pool,
  coordinator: pg.ClientBase,
  batches: Generator<Batch>,
  onBatch: OnBatch,
): Promise<void> {
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      // The coordinator reserves the ids, so that two batches never get the same.
      const copy = await prepareCopy(coordinator, batch)
      if (copy.count > 0) await inTransaction(pool, copy.run)
      onBatch(batch, copy.count)
    }
  }
  // A worker that fails closes the generator, so the other ends after its current batch.
  const ends = await Promise.allSettled(Array.from({ length: WORKERS }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Loads all batches in one transaction: much faster, but readers wait, and an interruption undoes the load. */
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

/** Rebuilding all indexes is faster if the load is large and at least doubles the catalogue. */
export async function isBulk(
  client: pg.ClientBase,
  artworks: number,
  minArtworks: number,
): Promise<boolean> {
  return artworks >= minArtworks && artworks >= 2 * (await countArtworks(client))
}

/** The records of a batch that are missing, ready to be copied. */
interface Copy {
  readonly count: number
  run(client: pg.ClientBase): Promise<void>
  /** The id of any record of the batch, existing or new. */
  idOf(n: number): number
}

/** Looks up the records of a batch, and reserves ids for those that are missing. */
export async function prepareCopy(client: pg.ClientBase, { kind, from, to }: Batch): Promise<Copy> {
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  const slugs = places.map((n) => kind.slug(n))
  const existing = await selectIdsBySlug(client, kind.table, slugs)
  const existingId = (n: number): number | undefined => existing.get(slugs[n - from] ?? '')
  const missing = places.filter((n) => existingId(n) === undefined)
  const numbering = { table: kind.table, firstId: 1, stride: 1 }
  const record = await reserveFor(client, numbering, missing)
  const image = await reserveFor(client, kind.images, missing)
  return {
    count: missing.length,
    run: (copier) => copyRecords(copier, kind, missing, { record, image }),
    idOf: (n) => existingId(n) ?? record(n),
  }
}

type IdOf = (n: number) => number

async function reserveFor(
  client: pg.ClientBase,
  { table, firstId, stride }: Numbering,
  places: readonly number[],
): Promise<IdOf> {
  const preferred: IdOf = (n) => firstId + n * stride
  const shift = places.length > 0 ? await reserveIds(client, table, places.map(preferred)) : 0
  return (n) => preferred(n) + shift
}

/**
 * Copies the records at these places with their pictures and links, referenced tables first: the
 * links of a picture that no record refers to yet change no document.
 */
async function copyRecords(
  client: pg.ClientBase,
  { table, row, links = [], images }: RecordKind,
  places: readonly number[],
  ids: { readonly record: IdOf; readonly image: IdOf },
): Promise<void> {
  const depicted = places.filter(images.has)
  const hasImage = new Set(depicted)
  const image: LinkKind = { table: images.table, rows: (n, id) => [images.row(n, id)] }
  for (const kind of [image, ...(images.links ?? [])]) {
    await copyRows(client, kind.table, rowsOf(kind, depicted, ids.image))
  }
  const imageOf = (n: number): number | null => (hasImage.has(n) ? ids.image(n) : null)
  const record: LinkKind = { table, rows: (n, id) => [row(n, id, imageOf(n))] }
  for (const kind of [record, ...links]) {
    await copyRows(client, kind.table, rowsOf(kind, places, ids.record))
  }
}

function* rowsOf({ rows }: LinkKind, places: readonly number[], idOf: IdOf): Generator<object> {
  for (const n of places) yield* rows(n, idOf(n))
}

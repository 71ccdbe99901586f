import type pg from 'pg'
import { copyRows } from './demo-copy-queries.ts'
import { reserveIds } from './demo-id-queries.ts'
import { selectIdsBySlug } from './demo-record-queries.ts'
import type { LinkKind, Numbering, RecordKind } from './record-kind.ts'

type IdOf = (n: number) => number

/** Which records of a kind are there, and the places of those that are not. */
export interface Inventory {
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
export interface RecordIds {
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

import type { Kysely } from 'kysely'
import { requireConditions } from '../contract/entity-tag.ts'
import type { Input, Urls } from '../contract/operation-types.ts'
import { allocateIds, skipIds } from '../database/ids.ts'
import { timestampText, together, type DatabaseReader } from '../database/kysely.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import type { PictureInput } from '../images/image-resource.ts'
import {
  insertedPictureId,
  insertPicture,
  newPicture,
  selectPictureOf,
  type NamedPictures,
  type PicturedTable,
  type StoredPicture,
} from '../images/picture-queries.ts'
import {
  changedPicture,
  removePictures,
  type PictureChange,
  type PicturePatch,
} from '../images/pictures.ts'
import type { Json } from '../json-sql/json.ts'
import { selectRecord, type VersionedRecord } from '../json-sql/select-records.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { slugs } from '../writes/slug.ts'
import { nameKey } from './name-key.ts'
import {
  countStoredRows,
  deleteNamedRow,
  insertNamedRow,
  isCounted,
  lockName,
  lockNamedRow,
  selectReferrers,
  selectSimilarNames,
  updateNamedRow,
  type LockedRow,
  type NewRow,
  type ChangedRow,
  type Referrers,
} from './named-record-queries.ts'

/** A kind of records with a name, to which other records refer by id: such as artists and venues. */
export interface NamedKind<Item, Table extends NamedTable = NamedTable> {
  /** In the singular, for problem texts. */
  readonly noun: string
  readonly table: Table
  readonly json: Json<Item>
  /** The table of its pictures, for a kind with `featured_image`. */
  readonly pictures?: NamedPictures
  /** Whether its records have a slug, made from the name. */
  readonly hasSlug?: true
  /** Whether no two of its records have equal names. */
  readonly hasUniqueNames?: true
}

interface ReadSources {
  readonly db: DatabaseReader
  readonly urls: Urls
}

interface Sources extends ReadSources {
  readonly db: Kysely<Database>
}

/** @throws 404 naming the id when there is no such record. */
export async function namedRecord<Item>(
  { noun, table, json }: NamedKind<Item>,
  id: number,
  { db, urls }: ReadSources,
): Promise<VersionedRecord<Item>> {
  const record = await selectRecord(db, { table, json }, id, urls)
  if (record === undefined) throw noSuchRecord(noun, id)
  return record
}

function noSuchRecord(noun: string, id: number): Problem {
  return new Problem('not_found', `No ${noun} has the id ${id}.`)
}

/** The fields of a request: the columns of the record, and its picture. */
type Fields<Columns, Picture> = Columns & { readonly featured_image?: Picture | null }

/**
 * Of one kind, that count for one user. A list of them is read and counted row by row, so this bounds what a request for it
 * costs. The operator's import has no such limit.
 */
const MAX_OF_USER = 20_000

type NewFields<Table extends NamedTable> = Fields<NewRow<Table>, PictureInput>

/**
 * Creates a record. @throws 403 when too many count for the sender.
 * @param fields can be a promise that waits for queries, which share the first round trip.
 * @param userId of the sender, who has uploaded the picture.
 */
export async function createNamed<Item, Table extends NamedTable>(
  kind: NamedKind<Item, Table>,
  fields: NewFields<Table> | Promise<NewFields<Table>>,
  { db, urls, userId }: Sources & { readonly userId: string },
): Promise<VersionedRecord<Item>> {
  const { noun, table, pictures, hasSlug } = kind
  const [[freeId = 0], { featured_image, ...columns }] = await together([
    allocateIds(db, table, 1),
    Promise.resolve(fields),
  ])
  const { id = freeId } = columns
  if (id !== freeId) await skipIds(db, table, id)
  const picture = pictures && featured_image ? newPicture(pictures, featured_image, userId) : 'same'
  const row = { ...columns, id, ...pictureColumn(pictures, picture) }
  const free = hasSlug && (await slugs({ title: row.name, fallback: noun.replaceAll(' ', '-') }))
  const insert = () =>
    together([insertNamedRow(db, table, row, free?.next().value), selectRecord(db, kind, id, urls)])
  let [, , , [, record]] = await together([
    storePicture(db, pictures, picture),
    requireRoom(kind, db),
    requireFreeName(kind, { id, name: row.name }, db),
    insert(),
  ])
  while (record === undefined) [, record] = await insert()
  return record
}

/** @throws 403 when the user of the transaction has as many records of the kind as one may have. */
async function requireRoom({ noun, table }: NamedKind<unknown>, db: DatabaseReader): Promise<void> {
  if (!isCounted(table) || (await countStoredRows(db, table, MAX_OF_USER)) < MAX_OF_USER) return
  const detail = `You have ${MAX_OF_USER} records of the kind ${noun}, the most of one user. Delete some first.`
  throw new Problem('forbidden', detail)
}

/** @throws 422 when another record has an equal name. */
async function requireFreeName(
  { noun, table, hasUniqueNames }: NamedKind<unknown>,
  { id, name }: { readonly id: number; readonly name: string | undefined },
  db: Kysely<Database>,
): Promise<void> {
  if (hasUniqueNames !== true || name === undefined) return
  const [, similar] = await together([
    lockName(db, table, name),
    selectSimilarNames(db, table, name),
  ])
  const key = nameKey(name)
  const other = similar.find((each) => each.id !== id && nameKey(each.name) === key)
  if (other === undefined) return
  const detail = `Another ${noun} has this name: that with the id ${other.id}.`
  throw unprocessable([{ pointer: '/name', detail }])
}

async function storePicture(
  db: Kysely<Database>,
  pictures: NamedPictures | undefined,
  change: PictureChange,
): Promise<void> {
  if (pictures && typeof change === 'object') await insertPicture(db, pictures, change)
}

/** The column of a picture that `storePicture` has stored, or of none. */
function pictureColumn(pictures: NamedPictures | undefined, change: PictureChange) {
  if (pictures === undefined || change === 'same') return {}
  return { featured_image_id: change === 'none' ? null : insertedPictureId(pictures) }
}

/** The parts of a request that changes a record. */
type Change = Pick<Input<'deleteTag'>, 'path' | 'header' | 'ifNoneMatch'>

/** A record whose row is locked, with its picture. */
export interface LockedRecord extends LockedRow {
  readonly picture: StoredPicture | undefined
}

/**
 * Locks a record until the end of the transaction, and checks the conditions of the request.
 * @param authorize checks the sender's rights. They can depend on rows that only a holder of the lock changes.
 * @throws 404 without such a record, 412 when `If-Match` or `If-None-Match` does not hold.
 */
export async function lockNamed<Item>(
  kind: NamedKind<Item>,
  { path: { id }, header, ifNoneMatch }: Change,
  db: Kysely<Database>,
  authorize: () => Promise<void> = () => Promise.resolve(),
): Promise<LockedRecord> {
  const { noun, table } = kind
  const [row, picture] = await together([
    lockNamedRow(db, table, id, 'no key update'),
    findPicture(db, kind, id),
    authorize(),
  ])
  if (row === undefined) throw noSuchRecord(noun, id)
  const version = { id, updated_at: timestampText(row.updated_at) }
  requireConditions({ ifMatch: header['If-Match'], ifNoneMatch }, version)
  return { ...row, picture }
}

async function findPicture(
  db: DatabaseReader,
  { table, pictures }: NamedKind<unknown>,
  id: number,
): Promise<StoredPicture | undefined> {
  return pictures && selectPictureOf(db, pictures, table as PicturedTable, id)
}

/**
 * Changes a locked record by a merge patch.
 * @throws 422 for a name that is taken, and for a patch of a picture that does not exist.
 */
export async function changeNamed<Item, Table extends NamedTable>(
  kind: NamedKind<Item, Table>,
  { id, name: formerName, picture: stored }: LockedRecord,
  { featured_image, ...columns }: Fields<ChangedRow<Table>, PicturePatch>,
  { db, urls, userId }: Sources & { readonly userId: string },
): Promise<VersionedRecord<Item>> {
  const { table, pictures } = kind
  const source = { userId, urls }
  const picture = pictures ? changedPicture(pictures, stored, featured_image, source) : 'same'
  const former = picture === 'same' ? undefined : stored?.id
  const { name } = columns as { readonly name?: string }
  const [, , , , record] = await together([
    storePicture(db, pictures, picture),
    requireFreeName(kind, { id, name: name === formerName ? undefined : name }, db),
    updateNamedRow(db, table, id, { ...columns, ...pictureColumn(pictures, picture) }),
    removePicture(db, pictures, former),
    namedRecord(kind, id, { db, urls }),
  ])
  return record
}

/** Deletes a locked record and its picture. @throws 409 naming the records that refer to it, if the sender may see them. */
export async function deleteNamed<Item>(
  kind: NamedKind<Item>,
  { id, picture }: LockedRecord,
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<void> {
  const { table, pictures } = kind
  // To count many records takes time, for which the lock that keeps out new ones would keep others from writing.
  await requireUnused(kind, id, db, viewer)
  await lockNamedRow(db, table, id, 'update')
  await requireUnused(kind, id, db, viewer)
  await deleteNamedRow(db, table, id)
  await removePicture(db, pictures, picture?.id)
}

/** @throws 409 when records refer to the record. */
async function requireUnused<Item>(
  { noun, table }: NamedKind<Item>,
  id: number,
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<void> {
  const referrers = await selectReferrers(db, table, id, viewer)
  if (referrers.length === 0) return
  const texts = referrers.filter(({ count }) => count > 0).map(referrersText)
  const text = texts.join('; ') || 'records that are not public refer to it'
  throw new Problem('record_in_use', `The ${noun} ${id} cannot be deleted: ${text}.`)
}

async function removePicture(
  db: Kysely<Database>,
  pictures: NamedPictures | undefined,
  id: number | undefined,
): Promise<void> {
  if (pictures && id !== undefined) await removePictures(db, pictures, [id])
}

/** `3 events refer to it, such as 812, 815 and 901`. */
function referrersText({ noun, count, examples }: Referrers): string {
  const refer = count === 1 ? `1 ${noun} refers to it` : `${count} ${noun}s refer to it`
  return `${refer}, such as ${LIST.format(examples.map(String))}`
}

const LIST = new Intl.ListFormat('en-GB')

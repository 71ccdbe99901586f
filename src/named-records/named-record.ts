import type { Kysely } from 'kysely'
import { requireConditions } from '../contract/entity-tag.ts'
import type { Input, Urls } from '../contract/operation-types.ts'
import { timestampText } from '../database/kysely.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import type { PictureInput } from '../images/image-resource.ts'
import { changePicture, removePictures, storePicture } from '../images/pictures.ts'
import type { Json } from '../json-sql/json.ts'
import { selectRecord, type VersionedRecord } from '../json-sql/select-records.ts'
import { Problem } from '../problems/problem.ts'
import { insertWithSlug } from '../writes/slug.ts'
import {
  deleteNamedRow,
  insertNamedRow,
  lockNamedRow,
  selectReferrers,
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
  /** Of its list, below the API's root, with the slash at its end. */
  readonly path: string
  readonly table: Table
  readonly json: Json<Item>
  /** The table of its pictures, for a kind with `featured_image`. */
  readonly pictures?: 'images' | 'venue_images'
  /** Whether its records have a slug, made from the name. */
  readonly hasSlug?: true
}

interface Sources {
  readonly db: Kysely<Database>
  readonly urls: Urls
}

/** @throws 404 naming the id when there is no such record. */
export async function namedRecord<Item>(
  { noun, table, json }: NamedKind<Item>,
  id: number,
  { db, urls }: Sources,
): Promise<VersionedRecord<Item>> {
  const record = await selectRecord(db, { table, json }, id, urls.media)
  if (record === undefined) throw noSuchRecord(noun, id)
  return record
}

function noSuchRecord(noun: string, id: number): Problem {
  return new Problem('not_found', `No ${noun} has the id ${id}.`)
}

/** The fields of a request: the columns of the record, and its picture. */
type Fields<Columns, Picture> = Columns & { readonly featured_image?: Picture | null }

/** Creates a record. @param userId of the sender, who has uploaded the picture. */
export async function createNamed<Item, Table extends NamedTable>(
  kind: NamedKind<Item, Table>,
  { featured_image, ...columns }: Fields<NewRow<Table>, PictureInput>,
  { db, urls, userId }: Sources & { readonly userId: string },
): Promise<VersionedRecord<Item>> {
  const { noun, table, pictures, hasSlug } = kind
  const row = {
    ...columns,
    ...(pictures && {
      featured_image_id: await storePicture(db, pictures, featured_image, userId),
    }),
  }
  const fallback = noun.replaceAll(' ', '-')
  const inserted = hasSlug
    ? await insertWithSlug({ title: row.name, fallback }, (slug) =>
        insertNamedRow(db, table, { ...row, slug }),
      )
    : await insertNamedRow(db, table, row)
  if (inserted === undefined) throw new Error(`No row was inserted into ${table}`)
  return namedRecord(kind, inserted.id, { db, urls })
}

/** The parts of a request that changes a record. */
type Change = Pick<Input<'deleteTag'>, 'path' | 'header' | 'ifNoneMatch'>

/**
 * Locks a record until the end of the transaction, so that no other record can begin to refer to it, and checks the
 * conditions of the request.
 * @param authorize checks the sender's rights. They can depend on rows that only a holder of the lock changes.
 * @throws 404 without such a record, 412 when `If-Match` or `If-None-Match` does not hold.
 */
export async function lockNamed<Item>(
  { noun, table, pictures }: NamedKind<Item>,
  { path, header, ifNoneMatch }: Change,
  db: Kysely<Database>,
  authorize?: () => Promise<void>,
): Promise<LockedRow> {
  const row = await lockNamedRow(db, table, path.id, pictures !== undefined)
  if (row === undefined) throw noSuchRecord(noun, path.id)
  await authorize?.()
  const version = { id: row.id, updated_at: timestampText(row.updated_at) }
  requireConditions({ ifMatch: header['If-Match'], ifNoneMatch }, version)
  return row
}

type PicturePatch = Parameters<typeof changePicture>[3]

/** Changes a locked record by a merge patch. @throws 422 for a patch of a picture that does not exist. */
export async function changeNamed<Item, Table extends NamedTable>(
  kind: NamedKind<Item, Table>,
  { id, featured_image_id: pictureId }: LockedRow,
  { featured_image, ...columns }: Fields<ChangedRow<Table>, NonNullable<PicturePatch>>,
  { db, urls, userId }: Sources & { readonly userId: string },
): Promise<VersionedRecord<Item>> {
  const { table, pictures } = kind
  if (pictures === undefined || featured_image === undefined) {
    await updateNamedRow(db, table, id, columns)
  } else {
    const source = { userId, mediaUrl: urls.media }
    const featured_image_id = await changePicture(db, pictures, pictureId, featured_image, source)
    await updateNamedRow(db, table, id, { ...columns, featured_image_id })
    if (featured_image_id !== pictureId) await removePictures(db, pictures, [pictureId])
  }
  return namedRecord(kind, id, { db, urls })
}

/** Deletes a locked record and its picture. @throws 409 naming the records that refer to it. */
export async function deleteNamed<Item>(
  { noun, table, pictures }: NamedKind<Item>,
  { id, featured_image_id: pictureId }: LockedRow,
  db: Kysely<Database>,
): Promise<void> {
  const referrers = (await selectReferrers(db, table, id)).filter(({ count }) => count > 0)
  if (referrers.length > 0) {
    const texts = referrers.map(referrersText).join('; ')
    throw new Problem('record_in_use', `The ${noun} ${id} cannot be deleted: ${texts}.`)
  }
  await deleteNamedRow(db, table, id)
  if (pictures !== undefined) await removePictures(db, pictures, [pictureId])
}

/** `3 events refer to it, such as 812, 815 and 901`. Names only records that everybody may see. */
function referrersText({ noun, count, examples }: Referrers): string {
  const refer = count === 1 ? `1 ${noun} refers to it` : `${count} ${noun}s refer to it`
  if (examples.length === 0) return refer
  return `${refer}, such as ${LIST.format(examples.map(String))}`
}

const LIST = new Intl.ListFormat('en-GB')

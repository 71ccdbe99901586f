import type { Kysely } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import type { Urls } from '../contract/operation-types.ts'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import type { PictureInput } from './picture-resource.ts'
import { changedPicture, emptyPictureId, newPicture } from './pictures.ts'
import type {
  PublishStatus,
  RecordFields,
  RecordKind,
  RecordTable,
  StoredRecord,
} from './record-kind.ts'
import {
  deleteRecords,
  deleteUnusedPictures,
  insertRecords,
  updateRecords,
  type WriteLine,
} from './record-queries.ts'

/** The sender of a request, and the URLs of the service, for those of stored pictures. */
export interface Sender {
  readonly principal: Principal
  readonly urls: Urls
  /** False for a long transaction: other writers would wait for it where they try the same slug. */
  readonly takesPlainSlugs?: boolean
  /** Whether a new record can have any state, such as one of a file that an export wrote. */
  readonly isRestore?: true
  /** Whether the import of a file is rolled back, so that it must not move the sequence of ids. */
  readonly isDryRun?: boolean
}

/** A record to create: checked, but without a slug. */
export interface NewRecord {
  readonly line: WriteLine
  /** Whether the first slug that is tried has a random suffix. */
  readonly hasSlugSuffix: boolean
}

/** Checks a new record. @throws 403 when the sender may not create it, 422 for a broken rule. */
export function newRecord<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  id: number,
  fields: Fields,
  facts: Facts,
  { principal, isRestore, takesPlainSlugs = true }: Sender,
): NewRecord {
  requireNamedOwner(kind, fields, facts, principal)
  const { pictures } = kind
  const { featured_image: picture, publish_status = kind.columns['publish_status'] } = fields
  if (!isRestore) requireFirstStatus(publish_status)
  kind.requireRules?.(fields, facts)
  const { columns, links = {} } = kind.newRow(fields, facts, principal)
  const isPublic = [undefined, 'published'].includes(publish_status as PublishStatus | undefined)
  return {
    line: {
      id,
      columns: { ...kind.columns, ...columns },
      links,
      picture_id: emptyPictureId(pictures),
      ...(pictures &&
        picture && {
          // The fields of a new record have no picture to patch, so the contract requires a whole one.
          picture: newPicture(pictures, picture as PictureInput, principal.userId),
        }),
    },
    hasSlugSuffix: !takesPlainSlugs || !isPublic || columns['is_active'] === false,
  }
}

/** @throws 422 for a new record in the state `archived`. */
function requireFirstStatus(status: unknown): void {
  if (status !== 'archived') return
  const detail = 'A new record is draft or published.'
  throw unprocessable([{ pointer: '/publish_status', detail }])
}

/** @throws 403 when a request names an owner whose records are not the sender's. */
function requireNamedOwner<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  fields: Fields,
  facts: Facts,
  principal: Principal,
): void {
  const owner = kind.namedOwner?.(fields)
  if (owner !== undefined) kind.requireOwn?.(owner, facts, principal)
}

/**
 * Inserts records with unique slugs.
 * @param besides a query to send along with each attempt.
 */
export async function insertNewRecords(
  db: Kysely<Database>,
  kind: RecordTable,
  records: readonly NewRecord[],
  besides: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let left = await Promise.all(
    records.map(async (record) => ({ line: record.line, choices: await slugsOf(kind, record) })),
  )
  while (left.length > 0) {
    const lines = left.map(({ line, choices }) => ({ ...line, ...choices?.next().value }))
    const [written] = await together([insertRecords(db, kind, lines), besides()])
    const inserted = new Set(written)
    left = left.filter(({ line }) => !inserted.has(line.id))
  }
}

async function slugsOf({ slugFrom, noun }: RecordTable, { line, hasSlugSuffix }: NewRecord) {
  if (slugFrom === undefined) return undefined
  // Imported on demand: its transliteration tables would slow down every start.
  const { slugs } = await import('../writes/slug.ts')
  const title = String(line.columns[slugFrom])
  return slugs({ title, fallback: noun.replaceAll(' ', '-'), hasSuffix: hasSlugSuffix })
}

/** A change of a stored record: checked. */
export interface RecordChange {
  readonly line: WriteLine
  /** The picture that the record no longer has. */
  readonly formerPicture: number | null | undefined
}

/** Makes the merge patch of a request from its fields. */
export type Merge<Fields, Facts> = (fields: Fields, facts: Facts) => Fields

/**
 * Checks a change of a stored record, a JSON merge patch (RFC 7396).
 * @throws 403 when the sender may not make it, 409 for an invalid transition, 422 for a broken rule.
 */
export function recordChange<Item, Fields extends RecordFields, Facts>(
  kind: RecordKind<Item, Fields, Facts>,
  stored: StoredRecord,
  fields: Fields,
  facts: Facts,
  { principal, urls }: Sender,
  merge: Merge<Fields, Facts> = (patch) => patch,
): RecordChange {
  requireNamedOwner(kind, fields, facts, principal)
  const { publish_status: status } = fields
  if (status !== undefined) requireTransition(stored.publish_status as PublishStatus, status)
  kind.requireRules?.(fields, facts, stored)
  const changes = merge(fields, facts)
  const { columns, links = {} } = kind.changedRow(changes, stored, facts)
  const { pictures } = kind
  const { id, featured_image_id: pictureId = null } = stored
  const source = { userId: principal.userId, urls }
  const picture = pictures
    ? changedPicture(pictures, stored.picture, changes.featured_image, source)
    : 'same'
  const isSame = picture === 'same'
  return {
    line: {
      id,
      columns,
      links,
      picture_id: isSame ? pictureId : emptyPictureId(pictures),
      ...(typeof picture === 'object' && { picture }),
    },
    formerPicture: isSame ? undefined : pictureId,
  }
}

/** The allowed transitions. The trigger keep_publish_status enforces the same ones in the database. */
const TRANSITIONS: Readonly<Record<PublishStatus, readonly PublishStatus[]>> = {
  draft: ['published'],
  published: ['archived'],
  archived: ['published'],
}

/** @throws 409 naming the present state and the allowed ones. Staying in a state is always allowed. */
function requireTransition(from: PublishStatus, to: PublishStatus): void {
  if (from === to || TRANSITIONS[from].includes(to)) return
  const allowed = TRANSITIONS[from].join(', ')
  const detail = `The record is ${from} and cannot become ${to}. It can become ${allowed}.`
  throw new Problem('invalid_transition', detail)
}

/** Writes changes of stored records. @returns the ids of those that were written. */
export async function updateChangedRecords(
  db: Kysely<Database>,
  kind: RecordTable,
  changes: readonly RecordChange[],
): Promise<number[]> {
  const lines = changes.map(({ line }) => line)
  const former = changes.map(({ formerPicture }) => formerPicture)
  const [written] = await together([
    updateRecords(db, kind, lines),
    removePictures(db, kind, former),
  ])
  return written
}

/** Deletes stored records, and their pictures when no other record uses them. */
export async function removeRecords(
  db: Kysely<Database>,
  kind: RecordTable,
  records: readonly StoredRecord[],
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const pictures = records.map(({ featured_image_id }) => featured_image_id)
  await together([deleteRecords(db, kind, ids), removePictures(db, kind, pictures)])
}

/** Deletes former pictures of records, except those that other records use. */
async function removePictures(
  db: Kysely<Database>,
  { pictures }: RecordTable,
  ids: readonly (number | null | undefined)[],
): Promise<void> {
  const own = ids.filter((id) => id !== emptyPictureId(pictures)).flatMap((id) => id ?? [])
  if (pictures && own.length > 0) await deleteUnusedPictures(db, pictures, own)
}

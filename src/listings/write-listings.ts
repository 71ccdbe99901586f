import type { Kysely } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import { requireConditions } from '../contract/entity-tag.ts'
import type { Input, Urls } from '../contract/operation-types.ts'
import { allocateIds } from '../database/ids.ts'
import { timestampText, together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { PLACEHOLDER_IMAGE_ID, type PictureInput } from '../images/image-resource.ts'
import { newPicture } from '../images/picture-queries.ts'
import { changedPicture, removePictures } from '../images/pictures.ts'
import type { VersionedRecord } from '../json-sql/select-records.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import {
  requireFirstStatus,
  requireTransition,
  type PublishStatus,
} from '../writes/publish-status.ts'
import { slugs, type SlugSource } from '../writes/slug.ts'
import type { ListingFields, ListingKind, ListingTable, LockedListing } from './listing-kind.ts'
import {
  deleteListings,
  insertListings,
  isListing,
  lockListings,
  updateListings,
  type ListingLine,
} from './listing-queries.ts'

/** The sender of a request, and the URLs of the service, for those of stored pictures. */
export interface Sender {
  readonly principal: Principal
  readonly urls: Urls
  /** False for a long transaction: other writers would wait for it where they try the same slug. */
  readonly takesPlainSlugs?: boolean
  /** Whether a new listing can have any state, such as one of a file that an export wrote. */
  readonly isRestore?: true
  /** Whether the import of a file is rolled back, so that it must not move the sequence of ids. */
  readonly isDryRun?: boolean
}

/** A listing to create: checked, but without a slug. */
export interface NewListing {
  readonly line: ListingLine
  readonly slugSource: SlugSource
}

/** Checks a new listing. @throws 403 when the sender may not create it, 422 for a broken rule. */
export function newListing<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  id: number,
  fields: Fields,
  facts: Facts,
  { principal, isRestore, takesPlainSlugs = true }: Sender,
): NewListing {
  requireNamedOwner(kind, fields, facts, principal)
  if (!isRestore) requireFirstStatus(fields.publish_status ?? kind.firstStatus)
  kind.requireRules(fields, facts)
  const { columns, links = {} } = kind.newRow(fields, facts)
  const { title = '', publish_status = kind.firstStatus, featured_image } = fields
  const { userId: author_id } = principal
  return {
    line: {
      id,
      columns: { ...columns, publish_status, author_id },
      links,
      picture_id: PLACEHOLDER_IMAGE_ID,
      // A new listing has no picture that its fields could patch, so they are those of a whole picture.
      ...(featured_image && {
        picture: newPicture(kind.pictures, featured_image as PictureInput, author_id),
      }),
    },
    slugSource: {
      title,
      fallback: kind.noun,
      hasSuffix:
        !takesPlainSlugs || publish_status !== 'published' || columns['is_active'] === false,
    },
  }
}

/** @throws 403 when a request names an owner whose listings are not the sender's. */
function requireNamedOwner<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  fields: Partial<Fields>,
  facts: Facts,
  principal: Principal,
): void {
  const owner = kind.namedOwner(fields)
  if (owner !== undefined) kind.requireOwn(owner, facts, principal)
}

/**
 * Inserts listings with unique slugs.
 * @param besides a query to send along with each attempt.
 */
export async function insertNewListings(
  db: Kysely<Database>,
  kind: ListingTable,
  listings: readonly NewListing[],
  besides: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let left = await Promise.all(
    listings.map(async ({ line, slugSource }) => ({ line, free: await slugs(slugSource) })),
  )
  while (left.length > 0) {
    const lines = left.map(({ line, free }) => ({ ...line, ...free.next().value }))
    const [written] = await together([insertListings(db, kind, lines), besides()])
    const inserted = new Set(written)
    left = left.filter(({ line }) => !inserted.has(line.id))
  }
}

/** A change of a locked listing: checked. */
export interface ListingChange {
  readonly line: ListingLine
  /** The picture that the listing no longer has. */
  readonly formerPicture: number | undefined
}

/** Makes the merge patch of a request from its fields. */
type Merge<Fields, Facts> = (fields: Partial<Fields>, facts: Facts) => Partial<Fields>

/**
 * Checks a change of a locked listing, a JSON merge patch (RFC 7396).
 * @throws 403 when the sender may not make it, 409 for an invalid transition, 422 for a broken rule.
 */
export function listingChange<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  listing: LockedListing,
  fields: Partial<Fields>,
  facts: Facts,
  { principal, urls }: Sender,
  merge: Merge<Fields, Facts> = (patch) => patch,
): ListingChange {
  requireNamedOwner(kind, fields, facts, principal)
  const status = listing.publish_status as PublishStatus
  requireTransition(status, fields.publish_status ?? status)
  kind.requireRules(fields, facts, listing)
  const changes = merge(fields, facts)
  const { columns, links = {} } = kind.changedRow(changes, listing)
  const { id, featured_image_id: pictureId, picture: stored } = listing
  const source = { userId: principal.userId, urls }
  const picture = changedPicture(kind.pictures, stored, changes.featured_image, source)
  const isSame = picture === 'same'
  return {
    line: {
      id,
      columns,
      links,
      picture_id: isSame ? pictureId : PLACEHOLDER_IMAGE_ID,
      ...(typeof picture === 'object' && { picture }),
    },
    formerPicture: isSame ? undefined : pictureId,
  }
}

/** Writes changes of locked listings. @returns the ids of those that were written. */
export async function updateChangedListings(
  db: Kysely<Database>,
  kind: ListingTable,
  changes: readonly ListingChange[],
): Promise<number[]> {
  const former = changes.flatMap(({ formerPicture }) => formerPicture ?? [])
  const [written] = await together([
    updateListings(
      db,
      kind,
      changes.map(({ line }) => line),
    ),
    removePictures(db, kind.pictures, former),
  ])
  return written
}

/** Deletes locked listings, and their pictures when no other listing uses them. */
export async function removeListings(
  db: Kysely<Database>,
  kind: ListingTable,
  listings: readonly LockedListing[],
): Promise<void> {
  const ids = listings.map(({ id }) => id)
  const pictures = listings.map(({ featured_image_id }) => featured_image_id)
  await together([deleteListings(db, kind, ids), removePictures(db, kind.pictures, pictures)])
}

/** Artworks have a gallery, and events have an author. */
function ownerOf({ owner }: ListingTable, listing: LockedListing): number | string {
  return listing[owner] ?? ''
}

type Found<Item> = VersionedRecord<Item> | undefined

/** Creates one listing. @param find selects the record, if the sender may see it. */
export async function createListing<Fields extends ListingFields, Facts, Item>(
  kind: ListingKind<Fields, Facts>,
  fields: Fields,
  sender: Sender,
  db: Kysely<Database>,
  find: (id: number) => Promise<Found<Item>>,
): Promise<VersionedRecord<Item>> {
  const { principal } = sender
  const [[id = 0], facts] = await together([
    allocateIds(db, kind.table, 1),
    kind.loadFacts(db, { fields: [fields], ids: [], principal }),
  ])
  let found: Found<Item>
  await insertNewListings(db, kind, [newListing(kind, id, fields, facts, sender)], async () => {
    found = await find(id)
  })
  return required(kind, id, found)
}

function required<Item>({ noun }: ListingTable, id: number, found: Found<Item>) {
  if (found === undefined) throw new Error(`The ${noun} ${id} is gone`)
  return found
}

type Change = Pick<Input<'deleteEvent'>, 'path' | 'header' | 'ifNoneMatch' | 'principal'>

/**
 * Locks a listing of the sender for a change, loads what the change depends on, and then checks the conditions of the
 * request.
 * @throws 404 when the sender may not see it, 403 when the sender may see but not change it, 412 when `If-Match` or
 *   `If-None-Match` does not hold.
 */
async function lockOwnListing<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  { path, header, ifNoneMatch, principal }: Change,
  fields: readonly Fields[],
  db: Kysely<Database>,
): Promise<{ listing: LockedListing; facts: Facts }> {
  const [[listing], facts] = await together([
    lockListings(db, kind, isListing(kind, path.id, principal)),
    kind.loadFacts(db, { fields, ids: [path.id], principal }),
  ])
  if (listing === undefined)
    throw new Problem('not_found', `No ${kind.noun} has the id ${path.id}.`)
  kind.requireOwn(ownerOf(kind, listing), facts, principal)
  const { id, updated_at } = listing
  const conditions = { ifMatch: header['If-Match'], ifNoneMatch }
  requireConditions(conditions, { id, updated_at: timestampText(updated_at) })
  return { listing, facts }
}

/** Changes one listing. @param merge by default, the fields of the request are the merge patch. */
export async function changeListing<Fields extends ListingFields, Facts, Item>(
  kind: ListingKind<Fields, Facts>,
  input: Change & { readonly body: Fields },
  { db, urls }: Pick<Context, 'db' | 'urls'>,
  find: (id: number) => Promise<Found<Item>>,
  merge?: Merge<Fields, Facts>,
): Promise<VersionedRecord<Item>> {
  const { body, principal } = input
  const { listing, facts } = await lockOwnListing(kind, input, [body], db)
  const sender = { principal, urls }
  const change = listingChange(kind, listing, body, facts, sender, merge)
  const [, found] = await together([updateChangedListings(db, kind, [change]), find(listing.id)])
  return required(kind, listing.id, found)
}

/** Deletes one listing. */
export async function deleteListing<Fields extends ListingFields, Facts>(
  kind: ListingKind<Fields, Facts>,
  input: Change,
  db: Kysely<Database>,
): Promise<void> {
  const { listing } = await lockOwnListing(kind, input, [], db)
  await removeListings(db, kind, [listing])
}

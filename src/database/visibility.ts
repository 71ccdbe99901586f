import { sql, type RawBuilder } from 'kysely'

// Predicates of visibility. They are literals, because PostgreSQL cannot use partial indexes for parameters.

export const PUBLIC_ARTWORK = 'artworks.is_public'
export const isPublicArtwork = sql.raw<boolean>(PUBLIC_ARTWORK)

export const PUBLIC_EVENT = 'events.is_public'
const isPublicEvent = sql.raw<boolean>(PUBLIC_EVENT)

/** The principal of a read; undefined for the public. */
export type Viewer = { readonly userId: string; readonly scopes: readonly string[] } | undefined

type Condition = RawBuilder<boolean>

/** The ids of the galleries of which a user is the owner or another member. The only rule for membership. */
export function galleriesOfMember(userId: string | RawBuilder<unknown>): RawBuilder<number> {
  return sql`select galleries.id from galleries where galleries.owner_id = ${userId}::uuid
    union all select gallery_id from gallery_members where user_id = ${userId}::uuid`
}

/** Whether a record belongs to the viewer: an artwork to the members of its gallery, an event to its author. */
const isOwn = {
  artworks: (userId: string): Condition =>
    sql`artworks.gallery_id in (${galleriesOfMember(userId)})`,
  events: (userId: string): Condition => sql`events.author_id = ${userId}::uuid`,
}

/** Artworks that `viewer` may see: members of a gallery see its artworks in every state, `admin` sees all. */
export function isVisibleArtwork(viewer: Viewer): Condition {
  return visible('artworks', isPublicArtwork, viewer)
}

/** Events that `viewer` may see: authors see their own in every state, `admin` sees all. */
export function isVisibleEvent(viewer: Viewer): Condition {
  return visible('events', isPublicEvent, viewer)
}

function visible(table: keyof typeof isOwn, isPublic: Condition, viewer: Viewer): Condition {
  if (viewer === undefined) return isPublic
  return seesAll(viewer) ? sql`true` : sql`((${isPublic}) or ${isOwn[table](viewer.userId)})`
}

/** A list of the viewer's own records, or of all records for `admin`. */
export interface OwnRecords {
  /** Undefined for every state. */
  readonly status: 'draft' | 'published' | 'archived' | undefined
  /** Undefined for records with any external id, or none. */
  readonly externalId: string | undefined
  /** Undefined for active and inactive artworks; events have no such state. */
  readonly isActive: boolean | undefined
  readonly viewer: NonNullable<Viewer>
}

/** The records of `table` on this list. */
export function isListed(
  table: 'artworks' | 'events',
  { status, externalId, isActive, viewer }: OwnRecords,
): Condition {
  const isUnpublished = status === 'draft' || status === 'archived'
  const conditions = [
    // This condition follows from the others, but without it PostgreSQL would not use the index of records that are
    // not public.
    isUnpublished || isActive === false
      ? sql<boolean>`not ${sql.ref(`${table}.is_public`)}`
      : undefined,
    isActive === undefined ? undefined : sql<boolean>`artworks.is_active = ${sql.lit(isActive)}`,
    status && sql<boolean>`${sql.ref(`${table}.publish_status`)} = ${sql.lit(status)}`,
    externalId && sql<boolean>`${sql.ref(`${table}.external_id`)} = ${externalId}`,
    seesAll(viewer) ? undefined : isOwn[table](viewer.userId),
  ]
  return sql.join(
    conditions.filter((each) => typeof each === 'object'),
    sql` and `,
  )
}

/** The records of `table` that the sender may change: its own, or all for `admin`. */
export function isChangeable(table: 'artworks' | 'events', sender: NonNullable<Viewer>): Condition {
  return seesAll(sender) ? sql`true` : isOwn[table](sender.userId)
}

/** The rows of `table` that belong to the viewer, or all for `admin`; none for the public. */
export function isOwned(table: 'api_keys' | 'webhooks', viewer: Viewer): Condition {
  if (viewer === undefined) return sql`false`
  return seesAll(viewer) ? sql`true` : sql`${sql.ref(`${table}.owner_id`)} = ${viewer.userId}::uuid`
}

function seesAll(viewer: NonNullable<Viewer>): boolean {
  return viewer.scopes.includes('admin')
}

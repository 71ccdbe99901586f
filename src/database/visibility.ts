import { sql, type RawBuilder } from 'kysely'

// Predicates of visibility. They are literals, because PostgreSQL cannot use partial indexes for parameters.

/** Public artworks. */
export const PUBLIC_ARTWORK = 'artworks.is_public'
export const isPublicArtwork = sql.raw<boolean>(PUBLIC_ARTWORK)

/** Public events. */
export const PUBLIC_EVENT = 'events.is_public'
const isPublicEvent = sql.raw<boolean>(PUBLIC_EVENT)

/** The principal of a read; undefined for the public. */
export type Viewer = { readonly userId: string; readonly scopes: readonly string[] } | undefined

type Condition = RawBuilder<boolean>

/** The ids of the galleries of which a user is the owner or another member. The only rule for membership. */
export function galleriesOfMember(userId: string): RawBuilder<number> {
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

/** A list of records in an unpublished state: the viewer's own records, or all records for `admin`. */
export interface Unpublished {
  readonly status: 'draft' | 'archived'
  readonly viewer: NonNullable<Viewer>
}

/** The records of `table` on this list. */
export function isUnpublished(
  table: 'artworks' | 'events',
  { status, viewer }: Unpublished,
): Condition {
  const isInState = sql<boolean>`${sql.ref(`${table}.publish_status`)} = ${sql.lit(status)}`
  if (seesAll(viewer)) return isInState
  return sql`${isInState} and ${isOwn[table](viewer.userId)}`
}

function seesAll(viewer: NonNullable<Viewer>): boolean {
  return viewer.scopes.includes('admin')
}

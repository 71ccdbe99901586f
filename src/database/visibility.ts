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

/** Artworks that `viewer` may see: authors see their own in every state, `admin` sees all. */
export function isVisibleArtwork(viewer: Viewer): Condition {
  return visible(isPublicArtwork, sql`artworks.author_id`, viewer)
}

/** The same for events. */
export function isVisibleEvent(viewer: Viewer): Condition {
  return visible(isPublicEvent, sql`events.author_id`, viewer)
}

function visible(isPublic: Condition, author: RawBuilder<unknown>, viewer: Viewer): Condition {
  if (viewer === undefined) return isPublic
  return seesAll(viewer) ? sql`true` : sql`((${isPublic}) or ${author} = ${viewer.userId}::uuid)`
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
  return sql`${isInState} and ${sql.ref(`${table}.author_id`)} = ${viewer.userId}::uuid`
}

function seesAll(viewer: NonNullable<Viewer>): boolean {
  return viewer.scopes.includes('admin')
}

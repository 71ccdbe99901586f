import { sql, type RawBuilder } from 'kysely'

// Literals and not parameters: only so does PostgreSQL see that the partial indexes apply.

/** What the public may see of `artworks` (design: artworks). */
export const PUBLIC_ARTWORK = 'artworks.is_public'
export const isPublicArtwork = sql.raw<boolean>(PUBLIC_ARTWORK)

/** What the public may see of `events` (design: events). */
export const PUBLIC_EVENT = 'events.is_public'
const isPublicEvent = sql.raw<boolean>(PUBLIC_EVENT)

/** Who reads; undefined is the public. */
export type Viewer = { readonly userId: string; readonly scopes: readonly string[] } | undefined

type Condition = RawBuilder<boolean>

/** What `viewer` may see of `artworks`: an author its own in every state, `admin` all. */
export function isVisibleArtwork(viewer: Viewer): Condition {
  return visible(isPublicArtwork, sql`artworks.author_id`, viewer)
}

/** What `viewer` may see of `events`: an author its own in every state, `admin` all. */
export function isVisibleEvent(viewer: Viewer): Condition {
  return visible(isPublicEvent, sql`events.author_id`, viewer)
}

function visible(isPublic: Condition, author: RawBuilder<unknown>, viewer: Viewer): Condition {
  if (viewer === undefined) return isPublic
  return seesAll(viewer) ? sql`true` : sql`((${isPublic}) or ${author} = ${viewer.userId}::uuid)`
}

/** A list of what is in a state that the public does not see: the viewer's own, to `admin` all. */
export interface Unpublished {
  readonly status: 'draft' | 'archived'
  readonly viewer: NonNullable<Viewer>
}

/** What such a list of `table` shows. */
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

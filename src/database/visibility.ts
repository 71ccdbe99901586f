import { sql, type RawBuilder } from 'kysely'

// Literals and not parameters: only so does PostgreSQL see that the partial indexes apply.

/** What the public may see of `artworks` (design: artworks). */
export const isPublicArtwork = sql<boolean>`artworks.publish_status = 'published' and artworks.is_active`

/** What the public may see of `events` (design: events). */
export const isPublicEvent = sql<boolean>`events.publish_status = 'published'`

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

/** A list of one state: of what is published everybody's, of anything else the viewer's own. */
export interface Listed {
  readonly status: string
  readonly viewer: Viewer
}

export function isListedArtwork(listed: Listed): Condition {
  return listedAs(isPublicArtwork, 'artworks', listed)
}

export function isListedEvent(listed: Listed): Condition {
  return listedAs(isPublicEvent, 'events', listed)
}

function listedAs(isPublic: Condition, table: string, { status, viewer }: Listed): Condition {
  if (status === 'published') return isPublic
  const isInState = sql<boolean>`${sql.ref(`${table}.publish_status`)} = ${sql.lit(status)}`
  if (seesAll(viewer)) return isInState
  return sql`${isInState} and ${sql.ref(`${table}.author_id`)} = ${viewer?.userId ?? null}::uuid`
}

function seesAll(viewer: Viewer): boolean {
  return viewer?.scopes.includes('admin') === true
}

import { sql } from 'kysely'

// Literals and not parameters: only so does PostgreSQL see that the partial indexes apply.

/** What the public may see of `artworks` (design: artworks). */
export const isPublicArtwork = sql<boolean>`artworks.publish_status = 'published' and artworks.is_active`

/** What the public may see of `events` (design: events). */
export const isPublicEvent = sql<boolean>`events.publish_status = 'published'`

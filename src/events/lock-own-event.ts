import type { Kysely } from 'kysely'
import { requireConditions } from '../contract/if-match.ts'
import type { Input } from '../contract/operation-types.ts'
import { isAdmin, type Principal } from '../credentials/principal.ts'
import type { Database } from '../database/tables.ts'
import { timestampText } from '../database/timestamp-text.ts'
import { Problem } from '../problem.ts'
import { lockEvent, type LockedEvent } from './event-writing-queries.ts'

type Change = Pick<Input<'deleteEvent'>, 'path' | 'header' | 'ifNoneMatch' | 'principal'>

/**
 * Locks an event for a change by its author or `admin`, and holds the sender's conditions against it
 * while nobody else can change it.
 * @throws 404 when there is none that the sender may see, 403 when it is somebody else's, 412 when
 *   it has changed, or is what `If-None-Match` rules out.
 */
export async function lockOwnEvent(
  { path, header, ifNoneMatch, principal }: Change,
  db: Kysely<Database>,
): Promise<LockedEvent> {
  const event = await lockEvent(db, path.id, principal)
  if (event === undefined) throw new Problem('not_found', `No event has the id ${path.id}.`)
  requireAuthor(event, principal)
  const { id, updated_at } = event
  const conditions = { ifMatch: header['If-Match'], ifNoneMatch }
  requireConditions(conditions, { id, updated_at: timestampText(updated_at) })
  return event
}

function requireAuthor({ author_id }: LockedEvent, principal: Principal): void {
  if (author_id === principal.userId || isAdmin(principal)) return
  throw new Problem('forbidden', 'Only the author of the event and admin may change it.')
}

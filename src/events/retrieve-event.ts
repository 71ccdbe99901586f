import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { Problem } from '../problem.ts'
import { findEvents } from './find-events.ts'

/** One event that the viewer may see, as the list shows it. */
export async function retrieveEvent(
  { path, principal }: Input<'retrieveEvent'>,
  { db, urls }: Context,
): Promise<Reply<'retrieveEvent'>> {
  const [event] = await inSnapshot(db, (snapshot) =>
    findEvents(snapshot, [path.id], urls.media, principal),
  )
  if (event === undefined) {
    throw new Problem('not_found', `No event has the id ${path.id}.`)
  }
  return { status: 200, body: event }
}

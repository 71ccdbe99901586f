import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { Problem } from '../problem.ts'
import { findEvents } from './find-events.ts'

/** One public event, as the list shows it. */
export async function retrieveEvent(
  { path }: Input<'retrieveEvent'>,
  { db, urls }: Context,
): Promise<Reply<'retrieveEvent'>> {
  const [event] = await inSnapshot(db, (snapshot) => findEvents(snapshot, [path.id], urls.media))
  if (event === undefined) {
    throw new Problem('not_found', `No published event has the id ${path.id}.`)
  }
  return { status: 200, body: event }
}

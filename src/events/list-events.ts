import { apiRoot } from '../contract/document.ts'
import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { listedAs } from '../list/listed-as.ts'
import { parseOrdering } from '../list/ordering.ts'
import { page } from '../list/page.ts'
import { countEvents, selectEventIds } from './event-queries.ts'
import { findEvents } from './find-events.ts'

/** One page of the public events, or of the viewer's own in another state (interface.md, list events). */
export async function listEvents(
  { query, given, principal }: Input<'listEvents'>,
  { db, urls }: Context,
): Promise<Reply<'listEvents'>> {
  const { limit, offset, ordering } = query
  const listed = listedAs(query.publish_status, principal)
  const listUrl = `${urls.public}${apiRoot}/events/`
  const { count, events } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectEventIds(snapshot, listed, parseOrdering(ordering), limit, offset)
    return {
      count: await countEvents(snapshot, listed),
      events: await findEvents(snapshot, ids, urls.media, principal),
    }
  })
  return { status: 200, body: page({ listUrl, limit, offset, given }, count, events) }
}

import { apiRoot } from '../contract/document.ts'
import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { requestedState } from '../list/listed-as.ts'
import { parseOrdering } from '../list/ordering.ts'
import { page } from '../list/page.ts'
import { pageBody } from '../reading/ready-page.ts'
import { countUnpublishedEvents, selectUnpublishedEventIds } from './event-queries.ts'
import { findEvents } from './find-events.ts'

/** One page of the public events, or of the viewer's own in another state (interface.md, list events). */
export async function listEvents(
  { query, given, principal }: Input<'listEvents'>,
  { db, reading, urls }: Context,
): Promise<Reply<'listEvents'>> {
  const { limit, offset } = query
  const ordering = parseOrdering(query.ordering)
  const request = { listUrl: `${urls.public}${apiRoot}/events/`, limit, offset, given }
  const listed = requestedState(query.publish_status, principal)
  if (listed === 'public') {
    const ready = await reading.page('events', { ordering, limit, offset })
    return { status: 200, body: pageBody(page(request, ready.count, []), ready) }
  }
  const { count, events } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectUnpublishedEventIds(snapshot, listed, ordering, limit, offset)
    return {
      count: await countUnpublishedEvents(snapshot, listed),
      events: await findEvents(snapshot, ids, urls.media, principal),
    }
  })
  return { status: 200, body: page(request, count, events) }
}

import { apiRoot } from '../contract/document.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { inSnapshot } from '../database/kysely.ts'
import { requestedRecords, parseOrdering, page } from '../lists/page.ts'
import { pageBody } from '../read-model/responses.ts'
import { countOwnEvents, selectOwnEventIds } from './event-queries.ts'
import { findEvents } from './find-events.ts'

/** One page of the public events, or of the events in another state that the viewer may see. */
export async function listEvents(
  { query, given, principal }: Input<'listEvents'>,
  { db, lists, urls }: ReadContext,
): Promise<Reply<'listEvents'>> {
  const { limit, offset } = query
  const ordering = parseOrdering(query.ordering)
  const request = { listUrl: `${urls.public}${apiRoot}/events/`, limit, offset, given }
  const listed = requestedRecords(query, principal)
  if (listed === 'public') {
    const documents = await lists.page('events', { ordering, limit, offset })
    return {
      status: 200,
      body: pageBody(page(request, documents.count, [], documents.records.size), documents),
    }
  }
  const { count, events } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectOwnEventIds(snapshot, listed, ordering, limit, offset)
    return {
      count: await countOwnEvents(snapshot, listed),
      events: await findEvents(snapshot, ids, urls, principal),
    }
  })
  return { status: 200, body: page(request, count, events.records, events.size) }
}

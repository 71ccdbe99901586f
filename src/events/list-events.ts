import type { Input, Reply } from '../contract/operation-types.ts'
import { isListed } from '../database/visibility.ts'
import { LISTS, parseOrdering, requestedRecords } from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import { publicPage } from '../read-model/responses.ts'
import { eventJson } from './event-resource.ts'

/** One page of the public events, or of the events in another state that the viewer may see. */
export async function listEvents(
  input: Input<'listEvents'>,
  context: ReadContext,
): Promise<Reply<'listEvents'>> {
  const ordering = parseOrdering(input.query.ordering)
  const listed = requestedRecords(input.query, input.principal)
  if (listed === 'public') {
    return { status: 200, body: await publicPage('events', ordering, input, context) }
  }
  const where = isListed('events', listed)
  const records = { list: LISTS.events, where, ordering, json: eventJson }
  return { status: 200, body: await scannedPage(records, input, context) }
}

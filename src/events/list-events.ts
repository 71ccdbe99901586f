import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { listRecords } from '../records/list-records.ts'
import { eventJson } from './event-resource.ts'

/** One page of the public events, or of the events in another state that the viewer may see. */
export async function listEvents(
  input: Input<'listEvents'>,
  context: ReadContext,
): Promise<Reply<'listEvents'>> {
  return { status: 200, body: await listRecords('events', eventJson, input, context) }
}

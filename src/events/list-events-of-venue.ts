import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { nestedPage } from '../read-model/responses.ts'

/** One page of the public events at a venue. */
export async function listEventsOfVenue(
  input: Input<'listEventsOfVenue'>,
  context: ReadContext,
): Promise<Reply<'listEventsOfVenue'>> {
  return { status: 200, body: await nestedPage('eventsOfVenue', input, context) }
}

import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { facetsBody } from '../read-model/facet-body.ts'

/** How many of the public events that pass the filters have each value of a field. */
export async function retrieveEventFacets(
  request: Input<'retrieveEventFacets'>,
  context: ReadContext,
): Promise<Reply<'retrieveEventFacets'>> {
  return { status: 200, body: await facetsBody('events', request, context) }
}

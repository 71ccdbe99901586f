import type { Input, Reply } from '../contract/operation-types.ts'
import { rpdePageOf } from '../feed/rpde.ts'
import type { ReadContext } from '../operation-context.ts'
import { schemaOrgEvent } from './schema-org-event.ts'

/** The changes of the public events as a feed for calendars. */
export async function retrieveEventRpde(
  { query, given }: Input<'retrieveEventRpde'>,
  context: ReadContext,
): Promise<Reply<'retrieveEventRpde'>> {
  const dataOf = (json: string) => schemaOrgEvent(JSON.parse(json), context.urls)
  const feed = { list: 'events', kind: 'Event', dataOf } as const
  return { status: 200, body: await rpdePageOf(feed, { query, given }, context) }
}

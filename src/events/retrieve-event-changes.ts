import type { Input, Reply } from '../contract/operation-types.ts'
import { changesOf } from '../feed/changes.ts'
import type { ReadContext } from '../operation-context.ts'

/** The changes of the public events. */
export async function retrieveEventChanges(
  { query }: Input<'retrieveEventChanges'>,
  context: ReadContext,
): Promise<Reply<'retrieveEventChanges'>> {
  return { status: 200, body: await changesOf('events', query, context) }
}

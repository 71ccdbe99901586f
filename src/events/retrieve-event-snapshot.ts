import type { Input, Reply } from '../contract/operation-types.ts'
import { snapshotOf } from '../feed/snapshot.ts'
import type { ReadContext } from '../operation-context.ts'

/** All public events, as lines. */
export async function retrieveEventSnapshot(
  { query }: Input<'retrieveEventSnapshot'>,
  context: ReadContext,
): Promise<Reply<'retrieveEventSnapshot'>> {
  return { status: 200, lines: await snapshotOf('events', query, context) }
}

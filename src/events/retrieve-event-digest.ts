import type { Input, Reply } from '../contract/operation-types.ts'
import { digestOfRange } from '../feed/list-digest.ts'
import type { ReadContext } from '../operation-context.ts'

/** The digest of the public events with an id in a range. */
export async function retrieveEventDigest(
  { query }: Input<'retrieveEventDigest'>,
  { db }: ReadContext,
): Promise<Reply<'retrieveEventDigest'>> {
  return { status: 200, body: await digestOfRange('events', query, db) }
}

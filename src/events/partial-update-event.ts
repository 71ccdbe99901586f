import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeEvent, requireEventRules, lockOwnEvent } from './change-event.ts'
import { requiredEvent } from './find-events.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateEvent(
  input: Input<'partialUpdateEvent'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateEvent'>> {
  const { path, body, principal } = input
  const event = await lockOwnEvent(input, db)
  await requireEventRules(db, body)
  await changeEvent(db, event, body, { principal, mediaUrl: urls.media })
  return { status: 200, ...(await requiredEvent(db, path.id, urls.media, principal)) }
}

import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { eventKind } from './event-kind.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateEvent(
  input: Input<'partialUpdateEvent'>,
  context: Context,
): Promise<Reply<'partialUpdateEvent'>> {
  return { status: 200, ...(await changeRecord(eventKind, input, context)) }
}

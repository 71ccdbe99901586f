import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { eventKind } from './event-kind.ts'

/** Creates an event; the sender is its author. */
export async function createEvent(
  input: Input<'createEvent'>,
  context: Context,
): Promise<Reply<'createEvent'>> {
  return { status: 201, ...(await createRecord(eventKind, input, context)) }
}

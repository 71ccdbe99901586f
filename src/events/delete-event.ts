import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { eventKind } from './event-kind.ts'

/** Deletes an event, and its picture when no other event uses it. */
export async function deleteEvent(
  input: Input<'deleteEvent'>,
  context: Context,
): Promise<Reply<'deleteEvent'>> {
  return deleteRecord(eventKind, input, context)
}

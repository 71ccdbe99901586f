import type { Input, Reply } from '../contract/operation-types.ts'
import { writeBatch } from '../batches/batch.ts'
import type { Context } from '../operation-context.ts'
import { batchRecords } from '../records/write-records.ts'
import { eventKind } from './event-kind.ts'

/** Writes many events, with a result for each line. */
export async function batchEvents(
  input: Input<'batchEvents'>,
  context: Context,
): Promise<Reply<'batchEvents'>> {
  return { status: 200, lines: writeBatch(batchRecords(eventKind, input, context), input, context) }
}

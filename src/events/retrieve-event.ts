import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { recordBody } from '../read-model/responses.ts'
import { findRecord, noSuchRecord } from '../records/write-record.ts'
import { eventKind } from './event-kind.ts'

/** One event that the viewer may see, as the list shows it. */
export async function retrieveEvent(
  { path: { id }, principal }: Input<'retrieveEvent'>,
  context: ReadContext,
): Promise<Reply<'retrieveEvent'>> {
  const document = await context.lists.record('events', id)
  if (document !== undefined) return { status: 200, body: recordBody(document) }
  if (principal === undefined) throw noSuchRecord(eventKind, id)
  return { status: 200, ...(await findRecord(eventKind, id, context, principal)) }
}

import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { recordBody } from '../read-model/responses.ts'
import { findEvent } from './find-event.ts'

/** One event that the viewer may see, as the list shows it. */
export async function retrieveEvent(
  { path, principal }: Input<'retrieveEvent'>,
  { db, lists, urls }: ReadContext,
): Promise<Reply<'retrieveEvent'>> {
  const document = await lists.record('events', path.id)
  if (document !== undefined) return { status: 200, body: recordBody(document) }
  const own = principal === undefined ? undefined : await findEvent(db, path.id, urls, principal)
  if (own !== undefined) return { status: 200, ...own }
  throw new Problem('not_found', `No event has the id ${path.id}.`)
}

import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import { isVisibleEvent, type Viewer } from '../database/visibility.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import { eventJson } from './event-resource.ts'

/** The records of these ids, in the order of the ids, without those that the viewer may not see. */
export function findEvents(
  db: Kysely<Database>,
  ids: readonly number[],
  mediaUrl: string,
  viewer: Viewer,
): Promise<components['schemas']['Event'][]> {
  const declared = { table: 'events', json: eventJson } as const
  return selectRecords(db, declared, ids, mediaUrl, isVisibleEvent(viewer))
}

/** The record that this transaction has written. */
export async function requiredEvent(
  db: Kysely<Database>,
  id: number,
  mediaUrl: string,
  viewer: Viewer,
): Promise<components['schemas']['Event']> {
  const [event] = await findEvents(db, [id], mediaUrl, viewer)
  if (event === undefined) throw new Error(`Event ${id} is gone`)
  return event
}

import type { components } from '../../generated/v1.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { isVisibleEvent, type Viewer } from '../database/visibility.ts'
import { selectRecord, type VersionedRecord } from '../json-sql/select-records.ts'
import { eventJson } from './event-resource.ts'

type Event = components['schemas']['Event']

const EVENTS = { table: 'events', json: eventJson } as const

/** One record, if the viewer may see it. */
export function findEvent(
  db: DatabaseReader,
  id: number,
  urls: Urls,
  viewer: Viewer,
): Promise<VersionedRecord<Event> | undefined> {
  return selectRecord(db, EVENTS, id, urls, isVisibleEvent(viewer))
}

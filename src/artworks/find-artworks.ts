import type { components } from '../../generated/v1.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { isVisibleArtwork, type Viewer } from '../database/visibility.ts'
import {
  selectRecord,
  selectRecords,
  type PageRecords,
  type VersionedRecord,
} from '../json-sql/select-records.ts'
import { artworkJson } from './artwork-resource.ts'

type Artwork = components['schemas']['Artwork']

const ARTWORKS = { table: 'artworks', json: artworkJson } as const

/** The records of these ids, in the order of the ids, without those that the viewer may not see. */
export function findArtworks(
  db: DatabaseReader,
  ids: readonly number[],
  mediaUrl: string,
  viewer: Viewer,
): Promise<PageRecords<Artwork>> {
  return selectRecords(db, ARTWORKS, ids, mediaUrl, isVisibleArtwork(viewer))
}

/** One record, if the viewer may see it. */
export function findArtwork(
  db: DatabaseReader,
  id: number,
  mediaUrl: string,
  viewer: Viewer,
): Promise<VersionedRecord<Artwork> | undefined> {
  return selectRecord(db, ARTWORKS, id, mediaUrl, isVisibleArtwork(viewer))
}

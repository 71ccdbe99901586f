import type { components } from '../../generated/v1.ts'
import type { Urls } from '../contract/operation-types.ts'
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
  urls: Urls,
  viewer: Viewer,
): Promise<PageRecords<Artwork>> {
  return selectRecords(db, ARTWORKS, ids, urls, isVisibleArtwork(viewer))
}

/** One record, if the viewer may see it. */
export function findArtwork(
  db: DatabaseReader,
  id: number,
  urls: Urls,
  viewer: Viewer,
): Promise<VersionedRecord<Artwork> | undefined> {
  return selectRecord(db, ARTWORKS, id, urls, isVisibleArtwork(viewer))
}

import type { components } from '../../generated/v1.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { isVisibleArtwork, type Viewer } from '../database/visibility.ts'
import { selectRecord, type VersionedRecord } from '../json-sql/select-records.ts'
import { artworkJson } from './artwork-resource.ts'

type Artwork = components['schemas']['Artwork']

const ARTWORKS = { table: 'artworks', json: artworkJson } as const

/** One record, if the viewer may see it. */
export function findArtwork(
  db: DatabaseReader,
  id: number,
  urls: Urls,
  viewer: Viewer,
): Promise<VersionedRecord<Artwork> | undefined> {
  return selectRecord(db, ARTWORKS, id, urls, isVisibleArtwork(viewer))
}

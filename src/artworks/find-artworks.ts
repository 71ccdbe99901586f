import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import { isVisibleArtwork, type Viewer } from '../database/visibility.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import { artworkJson } from './artwork-resource.ts'

/** The records of these ids, in the order of the ids, without those that the viewer may not see. */
export function findArtworks(
  db: Kysely<Database>,
  ids: readonly number[],
  mediaUrl: string,
  viewer: Viewer,
): Promise<components['schemas']['Artwork'][]> {
  const declared = { table: 'artworks', json: artworkJson } as const
  return selectRecords(db, declared, ids, mediaUrl, isVisibleArtwork(viewer))
}

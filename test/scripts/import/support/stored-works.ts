import { sql, type Kysely } from 'kysely'
import type { Database } from '../../../../src/database/tables.ts'

export interface StoredWork {
  title: string
  units: string
  size_h: number | null
  size_w: number | null
  size_d: number | null
  year_of_creation: number | null
  category: string
  medium: string | null
  image: string
  artists: string[]
  gallery: string
}

/** The catalogue's works of a source, by external id. */
export async function storedWorks(
  db: Kysely<Database>,
  source: string,
): Promise<Record<string, StoredWork>> {
  const { rows } = await sql<StoredWork & { external_id: string }>`
    SELECT artwork_sources.external_id, title, units, size_h, size_w, size_d, year_of_creation,
      artwork_categories.name AS category, medium, full_size AS image, galleries.slug AS gallery,
      ARRAY(SELECT artists.name || coalesce(' (' || artists.summary || ')', '')
        FROM artwork_artists JOIN artists ON artists.id = artist_id
        WHERE artwork_id = artworks.id ORDER BY position) AS artists
    FROM artwork_sources JOIN artworks ON artworks.id = artwork_id
      JOIN artwork_categories ON artwork_categories.id = category_id
      JOIN artwork_images ON artwork_images.id = featured_image_id
      JOIN galleries ON galleries.id = gallery_id
    WHERE source = ${source} ORDER BY artwork_sources.external_id`.execute(db)
  return Object.fromEntries(rows.map(({ external_id, ...work }) => [external_id, work]))
}

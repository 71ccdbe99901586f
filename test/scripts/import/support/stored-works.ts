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

/** Works and all they refer to, without ids and times: equal when two catalogues are. */
export async function catalogueDigest(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    SELECT md5(string_agg(line, E'\n' ORDER BY line)) AS digest FROM (
      SELECT concat_ws('|', s.source, s.external_id, s.fingerprint, a.slug, a.title, a.size_h,
        a.size_w, c.name, i.full_size,
        (SELECT string_agg(artists.slug || artists.name, ',' ORDER BY position)
         FROM artwork_artists JOIN artists ON artists.id = artist_id WHERE artwork_id = a.id)) AS line
      FROM artwork_sources s JOIN artworks a ON a.id = s.artwork_id
        JOIN artwork_categories c ON c.id = a.category_id
        JOIN artwork_images i ON i.id = a.featured_image_id
      UNION ALL SELECT concat_ws('|', source, external_id, fingerprint) FROM artist_sources
      UNION ALL SELECT 'images ' || count(*) FROM artwork_images
      UNION ALL SELECT 'artists ' || count(*) FROM artists
      UNION ALL SELECT 'artworks ' || count(*) FROM artworks
      UNION ALL SELECT 'categories ' || count(*) FROM artwork_categories
    ) AS lines`.execute(db)
  return rows[0]?.digest ?? ''
}

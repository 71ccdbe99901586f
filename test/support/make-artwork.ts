import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { makeGallery } from './make-gallery.ts'
import { rowMaker } from './make-row.ts'
import { nextNumber } from './sequence.ts'

export interface ArtworkValues extends Partial<Insertable<Database['artworks']>> {
  /** Ids, in the order of their credits. */
  artists?: readonly number[]
  /** Ids. */
  tags?: readonly number[]
}

const makeArtworkRow = rowMaker('artworks', async (db, values) => ({
  title: 'Harbour at Dusk',
  slug: `harbour-at-dusk-${nextNumber()}`,
  gallery_id: values.gallery_id ?? (await makeGallery(db)).id,
  units: 'centimeter',
  category_id: 2,
  price: (values.price_display ?? 'show price') === 'show price' ? '2400.00' : null,
  price_display: 'show price',
  publish_status: 'published',
  published_at: '2024-05-07T10:00:00Z',
  created_at: '2024-05-07T09:30:00.123456Z',
  order_date: '2024-05-08T10:00:00Z',
}))

/** A published, active artwork of a new gallery, for 2400 euros. */
export async function makeArtwork(
  db: Kysely<Database>,
  { artists = [], tags = [], ...values }: ArtworkValues = {},
): Promise<Selectable<Database['artworks']>> {
  const artwork = await makeArtworkRow(db, values)
  const { id: artwork_id } = artwork
  const credits = artists.map((artist_id, position) => ({ artwork_id, position, artist_id }))
  if (credits.length > 0) await db.insertInto('artwork_artists').values(credits).execute()
  const labels = tags.map((tag_id) => ({ artwork_id, tag_id }))
  if (labels.length > 0) await db.insertInto('artwork_tags').values(labels).execute()
  return artwork
}

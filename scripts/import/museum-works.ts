import { upsertArtworks } from './artwork-import-queries.ts'
import type { ArtworkListing, Museum } from './listings.ts'
import type { Importer } from './importer.ts'
import { findUnchangedInSource, type Source } from './import-queries.ts'

type Reading = Pick<Importer<ArtworkListing>, 'content' | 'format' | 'idField' | 'readListing'>

/** The import of a museum's works; `reading` is how its files say what they are. */
export function museumWorks(
  source: string,
  museum: Museum,
  reading: Reading,
): Importer<ArtworkListing> {
  const artworks: Source = { kind: 'artwork', name: source }
  return {
    ...reading,
    source,
    transaction: 'batch',
    findUnchanged: (trx, listings) => findUnchangedInSource(trx, artworks, listings),
    store: (trx, listings) => upsertArtworks(trx, source, museum, listings),
  }
}

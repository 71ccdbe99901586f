import { upsertArtworks } from './artwork-import-queries.ts'
import { requiredTextOf, textOf, trimmedTextOf, webUrl } from './fields.ts'
import { findUnchangedInSource, type Source } from './import-queries.ts'
import type { Importer } from './importer.ts'
import {
  UNCLASSIFIED,
  UNTITLED,
  withoutRepeats,
  type ArtistListing,
  type ArtworkListing,
  type Museum,
} from './listings.ts'
import { ndjson } from './ndjson-rows.ts'
import type { Fields } from './row.ts'

/** How the files of a museum differ from those of others. */
export interface MuseumFormat extends Pick<
  Importer<ArtworkListing>,
  'source' | 'content' | 'idField'
> {
  readonly museum: Museum
  /** Other fields that show that a row is a work of this museum. */
  readonly keys: readonly string[]
  readonly units: ArtworkListing['units']
  sizesOf(work: Fields): Pick<ArtworkListing, 'sizeH' | 'sizeW' | 'sizeD'>
  yearOf(work: Fields): number | null
  categoryOf(classification: string): string
  imageUrlOf(work: Fields): string | null
  artistsOf(work: Fields): readonly ArtistListing[]
}

/** The import of a museum's works, one JSON object a line. */
export function museumWorks(format: MuseumFormat): Importer<ArtworkListing> {
  const { source, content, museum, idField, keys } = format
  const artworks: Source = { kind: 'artwork', name: source }
  return {
    source,
    content,
    format: ndjson([idField, ...keys]),
    idField,
    readListing: (work) => readListing(work, format),
    findUnchanged: (trx, listings) => findUnchangedInSource(trx, artworks, listings),
    store: (trx, listings) => upsertArtworks(trx, source, museum, listings),
  }
}

/** The order of the fields is part of the stored fingerprint. */
function readListing(work: Fields, format: MuseumFormat): ArtworkListing {
  return {
    externalId: requiredTextOf(work, format.idField),
    title: trimmedTextOf(work, 'title') ?? UNTITLED,
    units: format.units,
    ...format.sizesOf(work),
    yearOfCreation: format.yearOf(work),
    category: format.categoryOf(trimmedTextOf(work, 'classification') ?? UNCLASSIFIED),
    medium: textOf(work, 'medium'),
    imageUrl: webUrl(format.imageUrlOf(work)),
    artists: withoutRepeats(format.artistsOf(work)),
  }
}

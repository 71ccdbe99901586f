import type { SourceRecord } from './source-record.ts'

/** An artwork of a museum's collection, in the terms of the catalogue. */
export interface ArtworkListing extends SourceRecord {
  readonly title: string
  readonly units: 'centimeter' | 'inch'
  readonly sizeH: number | null
  readonly sizeW: number | null
  readonly sizeD: number | null
  /** Negative for a year BCE. */
  readonly yearOfCreation: number | null
  readonly category: string
  readonly medium: string | null
  readonly imageUrl: string | null
  /** Authors, in the publisher's order. */
  readonly artists: readonly ArtistListing[]
}

export interface ArtistListing extends SourceRecord {
  readonly name: string
  readonly summary: string | null
}

/** A collection that is imported as one gallery. */
export interface Museum {
  readonly name: string
  /** Slug of the gallery, and handle of the user who owns it. */
  readonly slug: string
  readonly city: string
}

export const UNTITLED = 'Untitled'
export const UNCLASSIFIED = 'Unclassified'

/** The first of several artists with one id stays. */
export function withoutRepeats(artists: readonly ArtistListing[]): ArtistListing[] {
  const ids = artists.map(({ externalId }) => externalId)
  return artists.filter(({ externalId }, index) => ids.indexOf(externalId) === index)
}

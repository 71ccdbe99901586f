import { createHash } from 'node:crypto'

/** A record of a publisher. */
export interface SourceRecord {
  /** The publisher's id. */
  readonly externalId: string
}

/** Equal for two records exactly when all their stored fields are equal. */
export function fingerprintOf(record: SourceRecord): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url')
}

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

/** Keeps the first of several artists with one id. */
export function withoutRepeats(artists: readonly ArtistListing[]): ArtistListing[] {
  const ids = artists.map(({ externalId }) => externalId)
  return artists.filter(({ externalId }, index) => ids.indexOf(externalId) === index)
}

/** An exhibition, in the terms of the catalogue. Times are ISO 8601 in UTC. */
export interface EventListing extends SourceRecord {
  readonly title: string
  readonly startTime: string
  readonly endTime: string
  readonly isEndTimeUnknown: boolean
  /** When the publisher listed it; null where unknown. */
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly externalUrl: string | null
  readonly address: string
  /** Whether the venue is one of the museums, or is made from the address. */
  readonly isAtMuseum: boolean
  readonly venue: VenueListing
}

/** A place where exhibitions are held. */
export interface VenueListing extends SourceRecord {
  readonly name: string
  readonly city: string
  readonly countryCode: string | null
  /** Decimal degrees as published; null, like the longitude, where unknown. */
  readonly latitude: string | null
  readonly longitude: string | null
}

/** Sources of venues: the list of museums, and the free text of the exhibitions. */
export const MUSEUMS = 'museums'
export const EXHIBITIONS = 'exhibitions'

/** Splits `Museum Tinguely, Basel` at its last comma; the city is empty without one. */
export function splitLocation(text: string): { name: string; city: string } {
  const [, name, city] = /^(.*\S)\s*,\s*([^,]*)$/su.exec(text) ?? []
  return name && city ? { name, city: city.trim() } : { name: text, city: '' }
}

/** Equal for texts that differ in case and blanks only. */
export function locationKey(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

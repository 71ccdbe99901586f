import type { SourceRecord } from './source-record.ts'

/** A place where exhibitions are held. */
export interface VenueListing extends SourceRecord {
  readonly name: string
  readonly city: string
  readonly countryCode: string | null
  /** Decimal degrees as published; null, like the longitude, where nobody knows. */
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

/** The same for texts that differ in case and blanks only. */
export function locationKey(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

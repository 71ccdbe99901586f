import { nameOf } from './fields.ts'

/** A place where exhibitions are held: the fields of a venue, under its publisher's id. */
export interface Venue {
  /** Whether it is one of the museums, or is made from the text of an exhibition. */
  readonly isMuseum: boolean
  readonly externalId: string
  readonly name: string
  /** Empty, as the others, where it is unknown. */
  readonly city: string
  readonly country: string
  readonly geolocation: string
}

/** Finds the venue to which an exhibition's free text refers. */
export class VenueDirectory {
  readonly #exact = new Map<string, Venue>()
  readonly #withoutCity = new Map<string, Venue>()

  /** Of two museums of one name, the first is found. */
  addMuseum(museum: Venue, names: readonly string[]): void {
    for (const name of names) {
      addOnce(this.#exact, name, museum)
      addOnce(this.#withoutCity, splitLocation(name).name, museum)
    }
  }

  /** The museum of this title or location, or of either once the city is dropped; otherwise a venue made of the text. */
  venueAt(location: string): Venue {
    const { name, city } = splitLocation(location)
    const museum = this.#lookUp(location) ?? withinCity(this.#lookUp(name), city)
    if (museum !== undefined) return museum
    const externalId = locationKey(location)
    return { isMuseum: false, externalId, name: nameOf(name), city, country: '', geolocation: '' }
  }

  #lookUp(text: string): Venue | undefined {
    const key = locationKey(text)
    return this.#exact.get(key) ?? this.#withoutCity.get(key)
  }
}

function addOnce(index: Map<string, Venue>, name: string, museum: Venue): void {
  const key = locationKey(name)
  if (!index.has(key)) index.set(key, museum)
}

/** `Moderna Museet, Malmö` is not the one in Stockholm. */
function withinCity(museum: Venue | undefined, city: string): Venue | undefined {
  const isElsewhere = museum?.city && locationKey(museum.city) !== locationKey(city)
  return isElsewhere ? undefined : museum
}

/** Splits `Museum Tinguely, Basel` at its last comma; the city is empty without one. */
export function splitLocation(text: string): { name: string; city: string } {
  const [, name, city] = /^(.*\S)\s*,\s*([^,]*)$/su.exec(text) ?? []
  return name && city ? { name, city: city.trim() } : { name: text, city: '' }
}

/** Equal for texts that differ in case and blanks only. */
function locationKey(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

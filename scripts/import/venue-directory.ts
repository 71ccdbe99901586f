import { locationKey, splitLocation, type VenueListing } from './listings.ts'

/** Finds the venue to which an exhibition's free text refers. */
export class VenueDirectory {
  readonly #exact = new Map<string, VenueListing>()
  readonly #withoutCity = new Map<string, VenueListing>()
  readonly #unlisted = new Map<string, VenueListing>()

  /** Of two museums of one name, the first is found. */
  addMuseum(museum: VenueListing, names: readonly string[]): void {
    for (const name of names) {
      addOnce(this.#exact, name, museum)
      addOnce(this.#withoutCity, splitLocation(name).name, museum)
    }
  }

  /** By the museum's title or location, or by either once the city is dropped. */
  findMuseum(location: string): VenueListing | undefined {
    const { name, city } = splitLocation(location)
    return this.#lookUp(location) ?? withinCity(this.#lookUp(name), city)
  }

  /** The venue of a text that refers to no museum; its first spelling stays. */
  unlistedVenue(location: string): VenueListing {
    const key = locationKey(location)
    const known = this.#unlisted.get(key)
    if (known !== undefined) return known
    const unlocated = { countryCode: null, latitude: null, longitude: null }
    const venue = { externalId: key, ...splitLocation(location), ...unlocated }
    this.#unlisted.set(key, venue)
    return venue
  }

  #lookUp(text: string): VenueListing | undefined {
    const key = locationKey(text)
    return this.#exact.get(key) ?? this.#withoutCity.get(key)
  }
}

function addOnce(index: Map<string, VenueListing>, name: string, museum: VenueListing): void {
  const key = locationKey(name)
  if (!index.has(key)) index.set(key, museum)
}

/** `Moderna Museet, Malmö` is not the one in Stockholm. */
function withinCity(museum: VenueListing | undefined, city: string): VenueListing | undefined {
  const isElsewhere = museum?.city && locationKey(museum.city) !== locationKey(city)
  return isElsewhere ? undefined : museum
}

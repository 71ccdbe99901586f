/** How many artworks and events a catalogue has. */
export interface CatalogueSize {
  readonly artworks: number
  readonly events: number
}

/** How many records they share. */
interface PoolSizes {
  readonly users: number
  readonly galleries: number
  readonly artists: number
  readonly venues: number
}

/** The owner and a colleague enter a gallery's artworks. */
export const USERS_PER_GALLERY = 2
const FIRST_GALLERIES = 8
const FIRST_ARTISTS = 40
const FIRST_VENUES = 12
const EVENTS_PER_VENUE = 12

// Item n chooses among the records that a catalogue of n + 1 items has, so that the catalogue can
// grow without changing existing records.

export function galleriesAtArtwork(n: number): number {
  return FIRST_GALLERIES + Math.floor(n / 250)
}

export function galleriesAtEvent(n: number): number {
  return FIRST_GALLERIES + Math.floor(n / 25)
}

/** The galleries of the smallest catalogue with a k-th venue. */
export function galleriesAtVenue(k: number): number {
  return galleriesAtEvent(Math.max(0, k - FIRST_VENUES) * EVENTS_PER_VENUE)
}

export function artistsAtArtwork(n: number): number {
  return FIRST_ARTISTS + Math.floor(n / 40)
}

export function venuesAtEvent(n: number): number {
  return FIRST_VENUES + Math.floor(n / EVENTS_PER_VENUE)
}

/** The number of records that the items of a catalogue of that size share. */
export function poolSizes({ artworks, events }: CatalogueSize): PoolSizes {
  const galleries = Math.max(
    artworks === 0 ? 0 : galleriesAtArtwork(artworks - 1),
    events === 0 ? 0 : galleriesAtEvent(events - 1),
  )
  return {
    users: galleries * USERS_PER_GALLERY,
    galleries,
    artists: artworks === 0 ? 0 : artistsAtArtwork(artworks - 1),
    venues: events === 0 ? 0 : venuesAtEvent(events - 1),
  }
}

/** The ids of the records that artworks and events share, by their place in the pool. */
export interface PoolIds {
  readonly galleries: readonly number[]
  readonly artists: readonly number[]
  readonly venues: readonly number[]
  readonly tags: readonly number[]
  readonly colors: readonly number[]
  readonly artworkCategories: readonly number[]
  readonly eventCategories: readonly number[]
}

/** @throws when the pool has no record at that place, which would be an error of the generator. */
export function idAt(ids: readonly number[], place: number): number {
  const id = ids[place]
  if (id === undefined) throw new Error(`The pool of ${ids.length} has no record ${place}`)
  return id
}

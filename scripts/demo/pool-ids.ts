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

/** @throws when the pool has no record at that place, which would be a fault of the generator. */
export function idAt(ids: readonly number[], place: number): number {
  const id = ids[place]
  if (id === undefined) throw new Error(`The pool of ${ids.length} has no record ${place}`)
  return id
}

/** Where a stretch of a track begins, and how many rows it has. */
export interface Anchor {
  readonly no: number
  /** The sort key as PostgreSQL's text; null on a track that the id alone orders. */
  readonly key: string | null
  readonly id: number
  readonly rows: number
}

/** Some rows of a track, as they are found: from a waypoint on, some of them passed over. */
export interface RowRange {
  /** Undefined at the end of the track. */
  readonly from: Pick<Anchor, 'key' | 'id'> | undefined
  /** Whether they are those before the waypoint, the last of them first. */
  readonly isBackwards: boolean
  readonly skip: number
  readonly limit: number
}

/** A track in memory: its waypoints, and by adding up how many rows lie before each. */
export class OffsetIndex {
  readonly #waypoints: readonly Anchor[]
  readonly #rows: Int32Array
  readonly #places: ReadonlyMap<number, number>
  /** Rows before each waypoint, and at the end all of them; undefined when it must be made anew. */
  #before: Int32Array | undefined

  /** @param waypoints in order, the first standing before all rows. */
  constructor(waypoints: readonly Anchor[]) {
    this.#waypoints = waypoints
    this.#rows = Int32Array.from(waypoints, ({ rows }) => rows)
    this.#places = new Map(waypoints.map(({ no }, place) => [no, place]))
  }

  /** @returns false for a waypoint of another track. */
  addRows(no: number, delta: number): boolean {
    const place = this.#places.get(no)
    if (place === undefined) return false
    this.#rows[place] = (this.#rows[place] ?? 0) + delta
    this.#before = undefined
    return true
  }

  /** How many rows the track has. */
  get length(): number {
    return this.#sums().at(-1) ?? 0
  }

  /** So many rows from the `first` on, of those that there are: from whichever waypoint is nearer. */
  at(first: number, limit: number): RowRange {
    const before = this.#sums()
    const start = this.#stretchOf(first)
    const last = first + limit - 1
    const end = this.#stretchOf(last) + 1
    const skip = first - (before[start] ?? 0)
    const skipFromEnd = (before[end] ?? 0) - 1 - last
    return skip <= skipFromEnd
      ? { from: this.#waypoints[start], isBackwards: false, skip, limit }
      : { from: this.#waypoints[end], isBackwards: true, skip: skipFromEnd, limit }
  }

  /** The stretch that the row at this place lies in: the last that begins at it or before. */
  #stretchOf(place: number): number {
    const before = this.#sums()
    let low = 0
    let high = this.#rows.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((before[middle] ?? 0) <= place) low = middle
      else high = middle
    }
    return low
  }

  #sums(): Int32Array {
    if (this.#before !== undefined) return this.#before
    const before = new Int32Array(this.#rows.length + 1)
    for (let at = 0; at < this.#rows.length; at += 1) {
      before[at + 1] = (before[at] ?? 0) + (this.#rows[at] ?? 0)
    }
    this.#before = before
    return before
  }
}

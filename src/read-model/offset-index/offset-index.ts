/** The position where a segment of a sort order begins, with the number of its rows. */
export interface Anchor {
  readonly no: number
  /** The sort key as PostgreSQL's text; null in a sort order by id alone. */
  readonly key: string | null
  readonly id: number
  readonly rows: number
}

/** A range scan of a sort order: from an anchor, after skipping some rows. */
export interface RowRange {
  /** Undefined at the end of the sort order. */
  readonly from: Pick<Anchor, 'key' | 'id'> | undefined
  /** Scans the rows before the anchor, last one first. */
  readonly isBackwards: boolean
  readonly skip: number
  readonly limit: number
}

/**
 * A counted offset index of one sort order in memory: its anchors, and by prefix sums the number of rows before
 * each. A binary search finds the segment of an offset, as the counts in the inner nodes of a counted B-tree do.
 */
export class OffsetIndex {
  readonly #anchors: readonly Anchor[]
  readonly #rows: Int32Array
  readonly #places: ReadonlyMap<number, number>
  /** Rows before each anchor, and last the total; undefined after a change. */
  #rowsBefore: Int32Array | undefined

  /** @param anchors in order; the first precedes all rows. */
  constructor(anchors: readonly Anchor[]) {
    this.#anchors = anchors
    this.#rows = Int32Array.from(anchors, ({ rows }) => rows)
    this.#places = new Map(anchors.map(({ no }, place) => [no, place]))
  }

  /** @returns false for an anchor of another sort order. */
  addRows(no: number, delta: number): boolean {
    const place = this.#places.get(no)
    if (place === undefined) return false
    this.#rows[place] = (this.#rows[place] ?? 0) + delta
    this.#rowsBefore = undefined
    return true
  }

  get length(): number {
    return this.#prefixSums().at(-1) ?? 0
  }

  /** The scan for `limit` existing rows from the offset `first`, from the nearer anchor before or after them. */
  at(first: number, limit: number): RowRange {
    const before = this.#prefixSums()
    const start = this.#segmentAt(first)
    const last = first + limit - 1
    const end = this.#segmentAt(last) + 1
    const skip = first - (before[start] ?? 0)
    const skipFromEnd = (before[end] ?? 0) - 1 - last
    return skip <= skipFromEnd
      ? { from: this.#anchors[start], isBackwards: false, skip, limit }
      : { from: this.#anchors[end], isBackwards: true, skip: skipFromEnd, limit }
  }

  /** The segment of the row at this offset: the last that begins at or before it. */
  #segmentAt(offset: number): number {
    const before = this.#prefixSums()
    let low = 0
    let high = this.#rows.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((before[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low
  }

  #prefixSums(): Int32Array {
    if (this.#rowsBefore !== undefined) return this.#rowsBefore
    const before = new Int32Array(this.#rows.length + 1)
    for (let at = 0; at < this.#rows.length; at += 1) {
      before[at + 1] = (before[at] ?? 0) + (this.#rows[at] ?? 0)
    }
    this.#rowsBefore = before
    return before
  }
}

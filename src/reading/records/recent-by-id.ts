const CHUNK_BITS = 6
const CHUNK_MASK = (1 << CHUNK_BITS) - 1

/**
 * What Recent is, for keys that are ids of rows. They are found by place, not by hash: of the time in
 * which a page is put together, looking up its parts is the most.
 */
export class PagedLru<Value> {
  readonly #half: number
  #young: (Value | undefined)[][] = []
  #old: (Value | undefined)[][] = []
  #size = 0

  /** @param size how many it may hold at most. */
  constructor(size: number) {
    this.#half = Math.ceil(size / 2)
  }

  get(id: number): Value | undefined {
    const young = this.#young[id >> CHUNK_BITS]?.[id & CHUNK_MASK]
    if (young !== undefined) return young
    const old = this.#old[id >> CHUNK_BITS]?.[id & CHUNK_MASK]
    if (old !== undefined) this.set(id, old)
    return old
  }

  /** The ids around this one, as long as nothing is known of any of them; itself only, otherwise. */
  around(id: number): number[] {
    const chunk = id >> CHUNK_BITS
    if (this.#young[chunk] !== undefined || this.#old[chunk] !== undefined) return [id]
    return Array.from({ length: CHUNK_MASK + 1 }, (_, at) => (chunk << CHUNK_BITS) + at)
  }

  set(id: number, value: Value): void {
    if (this.#size >= this.#half) {
      this.#old = this.#young
      this.#young = []
      this.#size = 0
    }
    const chunk = (this.#young[id >> CHUNK_BITS] ??= [])
    if (chunk[id & CHUNK_MASK] === undefined) this.#size += 1
    chunk[id & CHUNK_MASK] = value
  }

  delete(id: number): void {
    const young = this.#young[id >> CHUNK_BITS]
    if (young?.[id & CHUNK_MASK] !== undefined) {
      young[id & CHUNK_MASK] = undefined
      this.#size -= 1
    }
    const old = this.#old[id >> CHUNK_BITS]
    if (old !== undefined) old[id & CHUNK_MASK] = undefined
  }

  clear(): void {
    this.#young = []
    this.#old = []
    this.#size = 0
  }
}

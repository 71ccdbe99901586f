/**
 * HashLRU, a two-generation approximation of least recently used (the algorithm of the packages `hashlru` and
 * `quick-lru`): a lookup moves an entry to the young generation; when that is full, it becomes the old
 * generation, and the entries of the previous old generation are evicted.
 */
export class HashLru<Key, Value> {
  readonly #generationSize: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  /** @param maxEntries of both generations together. */
  constructor(maxEntries: number) {
    this.#generationSize = Math.ceil(maxEntries / 2)
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}

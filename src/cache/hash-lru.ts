/**
 * A map that forgets what has not been asked for lately: what is asked for moves to the younger half,
 * and when that is full, the older half is dropped.
 */
export class HashLru<Key, Value> {
  readonly #half: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  /** @param size how many it may hold at most. */
  constructor(size: number) {
    this.#half = Math.ceil(size / 2)
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  /** Forgets all whose key is such. */
  deleteWhere(isSuch: (key: Key) => boolean): void {
    for (const half of [this.#young, this.#old]) {
      for (const key of half.keys()) if (isSuch(key)) half.delete(key)
    }
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}

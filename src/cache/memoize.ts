import { LRUCache } from 'lru-cache'

/** Memoizes `make` by object identity; a result lives as long as its key. */
export function memoizeByObject<Key extends object, Made extends object>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const results = new WeakMap<Key, Made>()
  return (key) => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const made = make(key)
    results.set(key, made)
    return made
  }
}

interface MemoLimits {
  readonly maxEntries: number
  /** Results of longer keys are not cached. */
  readonly maxKeyLength: number
}

/** Memoizes `make` by text, in a bounded cache, because clients choose the texts. */
export function memoize<Made>(
  make: (text: string) => Made,
  { maxEntries, maxKeyLength }: MemoLimits,
): (text: string) => Made {
  const results = new LRUCache<string, { readonly value: Made }>({ max: maxEntries })
  return (text) => {
    const cached = results.get(text)
    if (cached !== undefined) return cached.value
    const value = make(text)
    if (text.length <= maxKeyLength) results.set(text, { value })
    return value
  }
}

/** `make`, called once for each object and kept as long as the object is. */
export function memoizeByObject<Key extends object, Made extends object>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}

interface MemoLimits {
  /** When one more text comes, the memo is emptied. */
  readonly maxEntries: number
  /** A longer text is not kept. */
  readonly maxKeyLength: number
}

/** `make`, called once for each text that is kept. Clients choose the texts, so the memo is bounded. */
export function memoize<Made>(
  make: (text: string) => Made,
  { maxEntries, maxKeyLength }: MemoLimits,
): (text: string) => Made {
  const made = new Map<string, { readonly value: Made }>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known.value
    const value = make(text)
    if (text.length > maxKeyLength) return value
    if (made.size === maxEntries) made.clear()
    made.set(text, { value })
    return value
  }
}

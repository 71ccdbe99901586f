export interface MemoLimits {
  /** How many texts are remembered at once; one more, and all are forgotten. */
  readonly maxEntries: number
  /** Longer texts are never remembered. */
  readonly maxKeyLength: number
}

/** `make` with a memory of what it made, which texts that anybody may send cannot fill without end. */
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

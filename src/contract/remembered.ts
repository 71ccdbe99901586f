export interface Memory {
  /** How many texts are remembered at once; one more, and all are forgotten. */
  readonly most: number
  /** Longer texts are never remembered. */
  readonly longest: number
}

/** `make` with a memory of what it made, which texts that anybody may send cannot fill without end. */
export function remembered<Made>(
  make: (text: string) => Made,
  { most, longest }: Memory,
): (text: string) => Made {
  const made = new Map<string, { readonly value: Made }>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known.value
    const value = make(text)
    if (text.length > longest) return value
    if (made.size === most) made.clear()
    made.set(text, { value })
    return value
  }
}

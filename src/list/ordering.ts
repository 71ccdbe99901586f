/** A sort key of the contract and its direction. */
export interface Ordering<Key extends string> {
  readonly key: Key
  readonly descending: boolean
}

/** The sort key that an ordering of the contract names. */
export type KeyOf<Value extends string> = Value extends `-${infer Key}` ? Key : Value

/** Reads `price` or `-price`; the contract has allowed the value already. */
export function parseOrdering<Value extends string>(value: Value): Ordering<KeyOf<Value>> {
  const descending = value.startsWith('-')
  return { key: (descending ? value.slice(1) : value) as KeyOf<Value>, descending }
}

const SAMPLE_MS = 500

/**
 * Looks at a value twice a second until it is ended; a look that fails is left out.
 * @returns how to end it, which gives all that was seen in order.
 */
export function watch<Value>(look: () => Promise<Value>): () => Promise<Value[]> {
  const seen: Value[] = []
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).then(
      (value) => void seen.push(value),
      () => {},
    )
  }, SAMPLE_MS)
  return async () => {
    clearInterval(timer)
    await looking
    return seen
  }
}

/** By how much the least of the last third is above the least of the first third. */
export function growth(values: readonly number[]): number {
  const third = Math.ceil(values.length / 3)
  return Math.min(...values.slice(-third)) - Math.min(...values.slice(0, third))
}

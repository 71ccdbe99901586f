const SAMPLE_MS = 500

/**
 * Samples a value twice a second; a failed sample is left out.
 * @returns a function that ends it and returns the samples.
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

/** The difference between the minimum of the last third and that of the first third. */
export function growth(values: readonly number[]): number {
  const third = Math.ceil(values.length / 3)
  return Math.min(...values.slice(-third)) - Math.min(...values.slice(0, third))
}

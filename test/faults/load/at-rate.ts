const TICK_MS = 5

/**
 * Begins `act` so many times a second, each time with the next number from 0 on, however long the ones
 * before take.
 * @param act also gets its due time, in milliseconds of `performance.now`.
 * @returns how to end it; it waits for those that have begun.
 */
export function atRate(
  perSecond: number,
  act: (n: number, dueAt: number) => Promise<void>,
): () => Promise<void> {
  const began = performance.now()
  const running = new Set<Promise<void>>()
  let next = 0
  const timer = setInterval(() => {
    for (;;) {
      const dueAt = began + (next / perSecond) * 1_000
      if (dueAt > performance.now()) return
      const run = act(next, dueAt).finally(() => running.delete(run))
      running.add(run)
      next += 1
    }
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}

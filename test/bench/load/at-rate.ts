const TICK_MS = 5

/**
 * Starts `act` at a fixed rate, each time with the next number from 0 on, unless `maxRunning` are running.
 * @param act also gets its due time, in milliseconds of `performance.now`.
 * @returns a function that stops it and waits for those that are running.
 */
export function atRate(
  perSecond: number,
  act: (n: number, dueAt: number) => Promise<void>,
  maxRunning = Infinity,
): () => Promise<void> {
  const began = performance.now()
  const running = new Set<Promise<void>>()
  let next = 0
  const timer = setInterval(() => {
    while (running.size < maxRunning) {
      const dueAt = began + (next / perSecond) * 1_000
      if (dueAt >= performance.now()) return
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

import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLimiter } from '../../src/limits/concurrency-limiter.ts'
import { READ_LIMITS } from '../../src/limits/load-shedding.ts'

// By a clock of its own: what a gate makes of a load does not depend on who else has the cores.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const SECONDS = 2
const WORK_MS = 5
const CAPACITY = 1_000 / WORK_MS

interface Outcome {
  /** In milliseconds from the request to its end, of what was done. */
  readonly times: readonly number[]
  readonly refused: number
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** @param wait what a client does that was refused. */
async function clients(count: number, wait: () => Promise<unknown>): Promise<Outcome> {
  const gate = createLimiter({
    ...READ_LIMITS,
    isDown: () => false,
    onRejected: () => (refused += 1),
  })
  let refused = 0
  let turn = Promise.resolve<unknown>(undefined)
  const times: number[] = []
  const until = performance.now() + SECONDS * 1_000
  const ask = async (): Promise<void> => {
    while (performance.now() < until) {
      const since = performance.now()
      // One thing at a time.
      const isDone = await gate
        .run(() => (turn = turn.then(() => sleep(WORK_MS))))
        .then(
          () => true,
          () => false,
        )
      if (isDone) times.push(performance.now() - since)
      else await wait()
    }
  }
  const all = Promise.all(Array.from({ length: count }, ask))
  for (let passed = 0; passed < SECONDS * 1_000 + 1_000; passed += 1) {
    vi.advanceTimersByTime(1)
    await setImmediate()
  }
  await all
  return { times: times.toSorted((one, other) => one - other), refused }
}

const at = (times: readonly number[], part: number): number =>
  times[Math.floor(times.length * part)] ?? Infinity

it.each([
  ['all at once', () => sleep(100)],
  ['at any time', () => sleep(50 + Math.random() * 100)],
])('F22 400 clients of what does 200 a second, which come again %s', async (_, wait) => {
  const { times, refused } = await clients(400, wait)
  expect(refused).toBeGreaterThan(SECONDS * 1_000)
  expect(times.length).toBeGreaterThan(0.95 * CAPACITY * SECONDS)
  // So many are spared, and so many more wait for a moment.
  const queued = READ_LIMITS.shortQueue * WORK_MS + READ_LIMITS.maxQueueMs
  expect(at(times, 0.5)).toBeLessThan(queued + 110)
  expect(at(times, 0.99)).toBeLessThan(queued + 210)
})

it('F22 refuses nobody while there is time for all', async () => {
  const { times, refused } = await clients(16, () => sleep(100))
  expect(refused).toBe(0)
  expect(times.length).toBeGreaterThan(0.95 * CAPACITY * SECONDS)
})

import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimiter, type ConcurrencyLimiter } from '../../src/limits/concurrency-limiter.ts'
import { READ_LIMITS } from '../../src/limits/load-shedding.ts'

const TARGET_MS = 80
const MAX_QUEUE_MS = 50
const MAX_WAIT_MS = 120

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Work {
  readonly settled: Promise<unknown>
  /** Undefined until it has begun. */
  end?: () => void
  fail?: (error: Error) => void
}

/** Work that lasts until `end` or `fail` is called. */
function begin(limiter: ConcurrencyLimiter): Work {
  const work: { -readonly [Key in keyof Work]?: Work[Key] } = {}
  work.settled = limiter
    .run(
      () =>
        new Promise<string>((resolve, reject) => {
          work.end = () => resolve('done')
          work.fail = reject
        }),
    )
    .catch((error: unknown) => error)
  return work as Work
}

function beginMany(limiter: ConcurrencyLimiter, count: number): Work[] {
  return Array.from({ length: count }, () => begin(limiter))
}

/** Begins work and ends it at once. */
async function runOne(limiter: ConcurrencyLimiter): Promise<unknown> {
  const work = begin(limiter)
  work.end?.()
  return work.settled
}

async function endAll(works: readonly Work[]): Promise<void> {
  for (const work of works) work.end?.()
  await vi.advanceTimersByTimeAsync(0)
}

const DOWN = new Error('down')

const REJECTED = { code: 'overloaded' }

describe('the concurrency limiter', () => {
  let rejected = 0
  const limiterOf = (
    min: number,
    initial: number,
    max: number,
    shortQueue = 0,
  ): ConcurrencyLimiter => {
    rejected = 0
    return createLimiter({
      min,
      initial,
      max,
      shortQueue,
      maxQueueMs: MAX_QUEUE_MS,
      shortQueueWaitMs: 2 * MAX_WAIT_MS,
      longQueueWaitMs: MAX_WAIT_MS,
      isDown: (error) => error === DOWN,
      onRejected: () => (rejected += 1),
    })
  }

  it('begins work up to its limit at once, and queues the rest', async () => {
    const limiter = limiterOf(1, 2, 2)
    const [first, second, third, fourth] = beginMany(limiter, 4) as [Work, Work, Work, Work]
    expect([first, second, third, fourth].map(({ end }) => end !== undefined)).toEqual([
      true,
      true,
      false,
      false,
    ])
    first.end?.()
    expect(await first.settled).toBe('done')
    await vi.advanceTimersByTimeAsync(0)
    expect(third.end).toBeDefined()
    expect(fourth.end).toBeUndefined()
  })

  it('releases the slot of failed work', async () => {
    const limiter = limiterOf(1, 1, 1)
    const [first, second] = beginMany(limiter, 2) as [Work, Work]
    first.fail?.(new Error('broken'))
    expect(await first.settled).toEqual(new Error('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(second.end).toBeDefined()
  })

  it('admits a few half-open probes while the dependency is down, and one more after each success', async () => {
    const limiter = limiterOf(8, 8, 8)
    const works = beginMany(limiter, 20)
    const begun = () => works.filter(({ end }) => end !== undefined).length
    expect(begun()).toBe(8)
    for (const { fail } of works.slice(0, 8)) fail?.(DOWN)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(10)
    for (const { fail } of works.slice(8, 10)) fail?.(DOWN)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(12)
    await endAll(works.slice(10, 11))
    expect(begun()).toBe(14)
    // A failure with another error shows that the dependency is back, too.
    works[11]?.fail?.(new Error('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(16)
  })

  it('admits its full limit again after enough successes', async () => {
    const limiter = limiterOf(8, 8, 8)
    begin(limiter).fail?.(DOWN)
    await vi.advanceTimersByTimeAsync(0)
    for (let done = 0; done < 6; done += 1) {
      expect(await runOne(limiter)).toBe('done')
    }
    const works = beginMany(limiter, 9)
    expect(works.filter(({ end }) => end !== undefined)).toHaveLength(8)
  })

  it('queues a burst, and rejects at once when the queue stays long', async () => {
    const limiter = limiterOf(1, 1, 1)
    beginMany(limiter, 20)
    expect(limiter.isFull()).toBe(false)
    await vi.advanceTimersByTimeAsync(MAX_QUEUE_MS)
    expect(limiter.isFull()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(limiter.isFull()).toBe(true)
    const late = begin(limiter)
    expect(await late.settled).toMatchObject(REJECTED)
    expect(late.end).toBeUndefined()
    expect(rejected).toBe(1)
  })

  it('rejects work after the maximum wait, and never begins rejected work', async () => {
    const limiter = limiterOf(1, 1, 1)
    const [running, waiting, alsoWaiting] = beginMany(limiter, 3) as [Work, Work, Work]
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS)
    expect(await waiting.settled).toMatchObject(REJECTED)
    expect(await alsoWaiting.settled).toMatchObject(REJECTED)
    expect(rejected).toBe(2)
    await endAll([running])
    expect(waiting.end).toBeUndefined()
    expect(limiter.isFull()).toBe(false)
    expect(begin(limiter).end).toBeDefined()
  })

  it('lowers its limit when all running work is too slow', async () => {
    const limiter = limiterOf(2, 16, 16)
    const slow = beginMany(limiter, 16)
    await vi.advanceTimersByTimeAsync(TARGET_MS * 4)
    await endAll(slow)
    // By half at most.
    expect(beginMany(limiter, 16).filter(({ end }) => end !== undefined)).toHaveLength(8)
  })

  it('never lowers its limit below the minimum', async () => {
    const limiter = limiterOf(6, 16, 16)
    for (let turn = 0; turn < 5; turn += 1) {
      const slow = beginMany(limiter, 16)
      await vi.advanceTimersByTimeAsync(TARGET_MS * 20)
      await endAll(slow)
    }
    expect(beginMany(limiter, 16).filter(({ end }) => end !== undefined)).toHaveLength(6)
  })

  it('keeps its limit when only some slots are in use', async () => {
    const limiter = limiterOf(1, 16, 16)
    const slow = beginMany(limiter, 8)
    await vi.advanceTimersByTimeAsync(TARGET_MS * 20)
    await endAll(slow)
    expect(beginMany(limiter, 16).filter(({ end }) => end !== undefined)).toHaveLength(16)
  })

  it('raises its limit up to the maximum while work is queued and fast', async () => {
    const limiter = limiterOf(1, 4, 6)
    for (let turn = 0; turn < 60; turn += 1) {
      const quick = beginMany(limiter, 8)
      await endAll(quick)
      await endAll(quick)
    }
    expect(beginMany(limiter, 8).filter(({ end }) => end !== undefined)).toHaveLength(6)
  })

  it('keeps its limit while nothing is queued', async () => {
    const limiter = limiterOf(1, 4, 100)
    for (let turn = 0; turn < 60; turn += 1) await endAll(beginMany(limiter, 4))
    expect(beginMany(limiter, 8).filter(({ end }) => end !== undefined)).toHaveLength(4)
  })

  /** Ends all work, one every `eachMs`. */
  async function drain(works: readonly Work[], eachMs: number): Promise<void> {
    for (const work of works) {
      await vi.advanceTimersByTimeAsync(eachMs)
      work.end?.()
      await vi.advanceTimersByTimeAsync(0)
    }
  }

  it('rejects at once work that would wait too long at the current pace', async () => {
    const limiter = limiterOf(1, 1, 1)
    // Ten milliseconds each: five of the queued get a slot in time.
    await drain(beginMany(limiter, 6), 10)
    const running = begin(limiter)
    let waiting = 0
    for (; !limiter.isFull(); waiting += 1) begin(limiter)
    expect(waiting).toBeGreaterThan(MAX_QUEUE_MS / 10)
    expect(waiting).toBeLessThan((MAX_QUEUE_MS / 10) * 4)
    expect(await begin(limiter).settled).toMatchObject(REJECTED)
    running.end?.()
  })

  it('keeps a short queue for long, when its work will begin in time', async () => {
    const limiter = limiterOf(1, 1, 1, 5)
    await drain(beginMany(limiter, 6), 10)
    const running = begin(limiter)
    beginMany(limiter, 4)
    await vi.advanceTimersByTimeAsync(MAX_QUEUE_MS + 10)
    expect(limiter.isFull()).toBe(false)
    begin(limiter)
    expect(limiter.isFull()).toBe(true)
    running.end?.()
    // At forty milliseconds each, not all of fifty would begin in time.
    const slow = limiterOf(1, 1, 1, 50)
    await drain(beginMany(slow, 6), 40)
    begin(slow)
    let waiting = 0
    for (; !slow.isFull() && waiting < 50; waiting += 1) begin(slow)
    expect(waiting).toBeGreaterThan((2 * MAX_WAIT_MS) / 40)
    expect(waiting).toBeLessThan(((2 * MAX_WAIT_MS) / 40) * 4)
  })

  it('spreads Retry-After over time at the current pace', async () => {
    const limiter = limiterOf(1, 1, 1)
    await drain(beginMany(limiter, 6), 20)
    const seconds = Array.from({ length: 400 }, () => limiter.retryAfter())
    // Half of the slots of each second, of which there are fifty or a few more.
    for (const second of [1, 2, 3]) {
      const count = seconds.filter((one) => one === second).length
      expect(count).toBeGreaterThanOrEqual(25)
      expect(count).toBeLessThanOrEqual(100)
    }
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
    for (let more = 0; more < 2_000; more += 1) limiter.retryAfter()
    expect(limiter.retryAfter()).toBe(30)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(limiter.retryAfter()).toBe(1)
  })

  it('forgets the pace after a time without a queue', async () => {
    const limiter = limiterOf(1, 1, 1)
    await drain(beginMany(limiter, 6), 10)
    await vi.advanceTimersByTimeAsync(1_000)
    beginMany(limiter, 200)
    expect(limiter.isFull()).toBe(false)
  })
})

// The fake clock makes the outcome independent of the load of the machine.
describe('the concurrency limiter under load', () => {
  const SECONDS = 2
  const WORK_MS = 5
  const CAPACITY = 1_000 / WORK_MS

  interface Outcome {
    /** Milliseconds from the request to its end, of all that succeeded. */
    readonly times: readonly number[]
    readonly rejected: number
  }

  const sleep = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds))

  /** @param wait the pause of a client after a rejection. */
  async function clients(count: number, wait: () => Promise<unknown>): Promise<Outcome> {
    let rejected = 0
    const limiter = createLimiter({
      ...READ_LIMITS,
      isDown: () => false,
      onRejected: () => (rejected += 1),
    })
    let last = Promise.resolve<unknown>(undefined)
    const workOneByOne = () => (last = last.then(() => sleep(WORK_MS)))
    const times: number[] = []
    const until = performance.now() + SECONDS * 1_000
    const client = async (): Promise<void> => {
      while (performance.now() < until) {
        const since = performance.now()
        const isDone = await limiter.run(workOneByOne).then(
          () => true,
          () => false,
        )
        if (isDone) times.push(performance.now() - since)
        else await wait()
      }
    }
    const all = Promise.all(Array.from({ length: count }, client))
    for (let passed = 0; passed < SECONDS * 1_000 + 1_000; passed += 1) {
      vi.advanceTimersByTime(1)
      await setImmediate()
    }
    await all
    return { times: times.toSorted((one, other) => one - other), rejected }
  }

  const quantile = (times: readonly number[], share: number): number =>
    times[Math.floor(times.length * share)] ?? Infinity

  it.each([
    ['at the same time', () => sleep(100)],
    ['at random times', () => sleep(50 + Math.random() * 100)],
  ])('F22 serves 200 of 400 clients a second, which retry %s', async (_, wait) => {
    const { times, rejected } = await clients(400, wait)
    expect(rejected).toBeGreaterThan(SECONDS * 1_000)
    expect(times.length).toBeGreaterThan(0.95 * CAPACITY * SECONDS)
    const queuedMs = READ_LIMITS.shortQueue * WORK_MS + READ_LIMITS.maxQueueMs
    expect(quantile(times, 0.5)).toBeLessThan(queuedMs + 110)
    expect(quantile(times, 0.99)).toBeLessThan(queuedMs + 210)
  })

  it('F22 rejects nothing while there is capacity for all', async () => {
    const { times, rejected } = await clients(16, () => sleep(100))
    expect(rejected).toBe(0)
    expect(times.length).toBeGreaterThan(0.95 * CAPACITY * SECONDS)
  })
})

import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createWaitingQueue,
  MAX_WAIT_MS,
  type QueueOptions,
  type WaitingQueue,
} from '../../src/limits/waiting-queue.ts'

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
function begin(queue: WaitingQueue, client?: string): Work {
  const work: { -readonly [Key in keyof Work]?: Work[Key] } = {}
  work.settled = queue
    .run(
      () =>
        new Promise<string>((resolve, reject) => {
          work.end = () => resolve('done')
          work.fail = reject
        }),
      client,
    )
    .catch((error: unknown) => error)
  return work as Work
}

function beginMany(queue: WaitingQueue, count: number): Work[] {
  return Array.from({ length: count }, () => begin(queue))
}

async function endAll(works: readonly Work[]): Promise<void> {
  for (const work of works) work.end?.()
  await vi.advanceTimersByTimeAsync(0)
}

const begunOf = (works: readonly Work[]): number =>
  works.filter(({ end }) => end !== undefined).length

const DOWN = new Error('down')

const REJECTED = { code: 'overloaded', retryAfterSeconds: 1 }

let rejected = 0

function queueOf(options: Pick<QueueOptions, 'maxRunning'> & Partial<QueueOptions>): WaitingQueue {
  rejected = 0
  return createWaitingQueue({
    maxWaiting: 100,
    isDown: (error) => error === DOWN,
    onRejected: () => (rejected += 1),
    ...options,
  })
}

describe('the waiting queue', () => {
  it('begins some work at once, and the rest in its order', async () => {
    const queue = queueOf({ maxRunning: 2 })
    const works = beginMany(queue, 5)
    const [first, second, third, fourth] = works as [Work, Work, Work, Work]
    expect(begunOf(works)).toBe(2)
    second.end?.()
    expect(await second.settled).toBe('done')
    await vi.advanceTimersByTimeAsync(0)
    expect([third.end, fourth.end].map((end) => end !== undefined)).toEqual([true, false])
    first.fail?.(new Error('broken'))
    expect(await first.settled).toEqual(new Error('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begunOf(works)).toBe(4)
  })

  it('lets clients take turns', async () => {
    const queue = queueOf({ maxRunning: 1 })
    const works = ['A', 'A', 'A', 'B'].map((client) => begin(queue, client))
    const [running, first, second, other] = works as [Work, Work, Work, Work]
    await endAll([running])
    await endAll([first])
    expect([second, other].map(({ end }) => end !== undefined)).toEqual([false, true])
  })

  it('begins no work before one that waits', async () => {
    const queue = queueOf({ maxRunning: 1 })
    const [running, waiting] = beginMany(queue, 2) as [Work, Work]
    const late: Work[] = []
    void running.settled.finally(() => late.push(begin(queue)))
    running.end?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(waiting.end).toBeDefined()
    expect(late).toHaveLength(1)
    expect(late[0]?.end).toBeUndefined()
  })

  it('rejects work after the maximum wait, and never begins rejected work', async () => {
    const queue = queueOf({ maxRunning: 1 })
    const [running, waiting, alsoWaiting] = beginMany(queue, 3) as [Work, Work, Work]
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1)
    expect(rejected).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting.settled).toMatchObject(REJECTED)
    expect(await alsoWaiting.settled).toMatchObject(REJECTED)
    expect(rejected).toBe(2)
    await endAll([running])
    expect(waiting.end).toBeUndefined()
    expect(begin(queue).end).toBeDefined()
  })

  it('rejects work at once when the most wait', async () => {
    const queue = queueOf({ maxRunning: 1, maxWaiting: 3 })
    beginMany(queue, 4)
    expect(await begin(queue).settled).toMatchObject(REJECTED)
    expect(rejected).toBe(1)
  })

  it('has room for what may run and for a few that wait', async () => {
    const queue = queueOf({ maxRunning: 8 })
    expect(queue.room()).toBe(24)
    const works = beginMany(queue, 24)
    expect(queue.room()).toBe(0)
    await endAll(works.slice(0, 2))
    expect(queue.room()).toBe(2)
    works[2]?.fail?.(DOWN)
    await vi.advanceTimersByTimeAsync(0)
    expect(queue.room()).toBeLessThan(0)
  })

  it('admits a few half-open probes while the dependency is down, and one more after each success', async () => {
    const queue = queueOf({ maxRunning: 8 })
    const works = beginMany(queue, 20)
    expect(begunOf(works)).toBe(8)
    for (const { fail } of works.slice(0, 8)) fail?.(DOWN)
    await vi.advanceTimersByTimeAsync(0)
    expect(begunOf(works)).toBe(10)
    for (const { fail } of works.slice(8, 10)) fail?.(DOWN)
    await vi.advanceTimersByTimeAsync(0)
    expect(begunOf(works)).toBe(12)
    await endAll(works.slice(10, 11))
    expect(begunOf(works)).toBe(14)
    // A failure with another error shows that the dependency is back, too.
    works[11]?.fail?.(new Error('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begunOf(works)).toBe(16)
  })
})

// The fake clock makes the outcome independent of the load of the machine.
describe('the waiting queue under load', () => {
  const SECONDS = 2
  const WORK_MS = 5
  const CAPACITY = 1_000 / WORK_MS

  const sleep = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds))

  /** Clients that send their next request at once, also after a rejection. */
  async function crowd(size: number): Promise<{ times: readonly number[]; rejections: number }> {
    const queue = queueOf({ maxRunning: 16, maxWaiting: 4_096 })
    let last = Promise.resolve<unknown>(undefined)
    const workOneByOne = () => (last = last.then(() => sleep(WORK_MS)))
    const times: number[] = []
    const until = performance.now() + SECONDS * 1_000
    const client = async (): Promise<void> => {
      while (performance.now() < until) {
        const since = performance.now()
        await queue.run(workOneByOne).then(
          () => times.push(performance.now() - since),
          () => {},
        )
      }
    }
    const all = Promise.all(Array.from({ length: size }, client))
    for (let passed = 0; passed < SECONDS * 1_000 + 2_000; passed += 1) {
      vi.advanceTimersByTime(1)
      await setImmediate()
    }
    await all
    return { times, rejections: rejected }
  }

  it.each([16, 150])('F22 rejects none of %i clients, for whom there is time', async (size) => {
    const { times, rejections } = await crowd(size)
    expect(rejections).toBe(0)
    expect(times.length).toBeGreaterThan(0.95 * CAPACITY * SECONDS)
  })

  it('F22 serves as many of 400 clients as it can, each within about a second', async () => {
    const { times, rejections } = await crowd(400)
    expect(rejections).toBeGreaterThan(0)
    // A rejected client comes back a second later, and not at once.
    expect(rejections).toBeLessThan(400 * (SECONDS + 1))
    expect(times.length).toBeGreaterThan(0.95 * CAPACITY * SECONDS)
    expect(Math.max(...times)).toBeLessThan(MAX_WAIT_MS + 17 * WORK_MS)
  })
})

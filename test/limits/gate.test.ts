import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimiter, type ConcurrencyLimiter } from '../../src/limits/concurrency-limiter.ts'

/** As gate.ts has it. */
const TARGET_MS = 80
const STANDING_MS = 50
const LONGEST_WAIT_MS = 120

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Work {
  readonly settled: Promise<unknown>
  /** Undefined as long as it has not begun. */
  end?: () => void
  fail?: (error: Error) => void
}

/** Work that takes until it is told to end. */
function begin(gate: ConcurrencyLimiter): Work {
  const work: { -readonly [Key in keyof Work]?: Work[Key] } = {}
  work.settled = gate
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

function beginMany(gate: ConcurrencyLimiter, count: number): Work[] {
  return Array.from({ length: count }, () => begin(gate))
}

/** Begins work, and ends it. */
async function inTurn(gate: ConcurrencyLimiter): Promise<unknown> {
  const work = begin(gate)
  work.end?.()
  return work.settled
}

async function endAll(works: readonly Work[]): Promise<void> {
  for (const work of works) work.end?.()
  await vi.advanceTimersByTimeAsync(0)
}

const AWAY = new Error('away')

const REFUSED = { code: 'overloaded' }

describe('a gate', () => {
  let refused = 0
  const gateOf = (least: number, first: number, most: number, spared = 0): ConcurrencyLimiter => {
    refused = 0
    return createLimiter({
      min: least,
      initial: first,
      max: most,
      shortQueue: spared,
      maxQueueMs: STANDING_MS,
      shortQueueWaitMs: 2 * LONGEST_WAIT_MS,
      longQueueWaitMs: LONGEST_WAIT_MS,
      isDown: (error) => error === AWAY,
      onRejected: () => (refused += 1),
    })
  }

  it('begins at once what its limit allows, and the others in their turn', async () => {
    const gate = gateOf(1, 2, 2)
    const [first, second, third, fourth] = beginMany(gate, 4) as [Work, Work, Work, Work]
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

  it('gives back the place of work that failed', async () => {
    const gate = gateOf(1, 1, 1)
    const [first, second] = beginMany(gate, 2) as [Work, Work]
    first.fail?.(new Error('broken'))
    expect(await first.settled).toEqual(new Error('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(second.end).toBeDefined()
  })

  it('lets in a few while what they need is away, and one more with each that is done', async () => {
    const gate = gateOf(8, 8, 8)
    const works = beginMany(gate, 20)
    const begun = () => works.filter(({ end }) => end !== undefined).length
    expect(begun()).toBe(8)
    for (const { fail } of works.slice(0, 8)) fail?.(AWAY)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(10)
    for (const { fail } of works.slice(8, 10)) fail?.(AWAY)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(12)
    await endAll(works.slice(10, 11))
    expect(begun()).toBe(14)
    // One that was refused for what it is has found that it is back, too.
    works[11]?.fail?.(new Error('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(16)
  })

  it('lets in as many as ever once enough are done', async () => {
    const gate = gateOf(8, 8, 8)
    begin(gate).fail?.(AWAY)
    await vi.advanceTimersByTimeAsync(0)
    for (let done = 0; done < 6; done += 1) {
      expect(await inTurn(gate)).toBe('done')
    }
    const works = beginMany(gate, 9)
    expect(works.filter(({ end }) => end !== undefined)).toHaveLength(8)
  })

  it('lets a burst wait, and refuses at once when the wait does not get shorter', async () => {
    const gate = gateOf(1, 1, 1)
    beginMany(gate, 20)
    expect(gate.isFull()).toBe(false)
    await vi.advanceTimersByTimeAsync(STANDING_MS)
    expect(gate.isFull()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(gate.isFull()).toBe(true)
    const late = begin(gate)
    expect(await late.settled).toMatchObject(REFUSED)
    expect(late.end).toBeUndefined()
    expect(refused).toBe(1)
  })

  it('lets nobody wait for longer than promised, and begins nothing that it refused', async () => {
    const gate = gateOf(1, 1, 1)
    const [running, waiting, alsoWaiting] = beginMany(gate, 3) as [Work, Work, Work]
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS)
    expect(await waiting.settled).toMatchObject(REFUSED)
    expect(await alsoWaiting.settled).toMatchObject(REFUSED)
    expect(refused).toBe(2)
    await endAll([running])
    expect(waiting.end).toBeUndefined()
    expect(gate.isFull()).toBe(false)
    expect(begin(gate).end).toBeDefined()
  })

  it('takes less upon itself when all that is under way takes too long', async () => {
    const gate = gateOf(2, 16, 16)
    const slow = beginMany(gate, 16)
    await vi.advanceTimersByTimeAsync(TARGET_MS * 4)
    await endAll(slow)
    // By half, and no more at once.
    expect(beginMany(gate, 16).filter(({ end }) => end !== undefined)).toHaveLength(8)
  })

  it('never takes less than it must', async () => {
    const gate = gateOf(6, 16, 16)
    for (let turn = 0; turn < 5; turn += 1) {
      const slow = beginMany(gate, 16)
      await vi.advanceTimersByTimeAsync(TARGET_MS * 20)
      await endAll(slow)
    }
    expect(beginMany(gate, 16).filter(({ end }) => end !== undefined)).toHaveLength(6)
  })

  it('takes as much as ever when few are slow', async () => {
    const gate = gateOf(1, 16, 16)
    const slow = beginMany(gate, 8)
    await vi.advanceTimersByTimeAsync(TARGET_MS * 20)
    await endAll(slow)
    expect(beginMany(gate, 16).filter(({ end }) => end !== undefined)).toHaveLength(16)
  })

  it('takes more upon itself while others wait and all is done in time, up to its most', async () => {
    const gate = gateOf(1, 4, 6)
    for (let turn = 0; turn < 60; turn += 1) {
      const quick = beginMany(gate, 8)
      await endAll(quick)
      await endAll(quick)
    }
    expect(beginMany(gate, 8).filter(({ end }) => end !== undefined)).toHaveLength(6)
  })

  it('keeps its limit while nobody waits', async () => {
    const gate = gateOf(1, 4, 100)
    for (let turn = 0; turn < 60; turn += 1) await endAll(beginMany(gate, 4))
    expect(beginMany(gate, 8).filter(({ end }) => end !== undefined)).toHaveLength(4)
  })

  /** One after another, each so long after the one before, until none is left. */
  async function workOff(works: readonly Work[], eachMs: number): Promise<void> {
    for (const work of works) {
      await vi.advanceTimersByTimeAsync(eachMs)
      work.end?.()
      await vi.advanceTimersByTimeAsync(0)
    }
  }

  it('refuses at once who would wait too long at the pace of those before', async () => {
    const gate = gateOf(1, 1, 1)
    // Ten milliseconds each, so that of those who come now five get their turn in time.
    await workOff(beginMany(gate, 6), 10)
    const running = begin(gate)
    let waiting = 0
    for (; !gate.isFull(); waiting += 1) begin(gate)
    expect(waiting).toBeGreaterThan(STANDING_MS / 10)
    expect(waiting).toBeLessThan((STANDING_MS / 10) * 4)
    expect(await begin(gate).settled).toMatchObject(REFUSED)
    running.end?.()
  })

  it('spares some who wait for long, as long as their turn comes in time', async () => {
    const gate = gateOf(1, 1, 1, 5)
    await workOff(beginMany(gate, 6), 10)
    const running = begin(gate)
    beginMany(gate, 4)
    await vi.advanceTimersByTimeAsync(STANDING_MS + 10)
    expect(gate.isFull()).toBe(false)
    begin(gate)
    expect(gate.isFull()).toBe(true)
    running.end?.()
    // At forty milliseconds each, not all of fifty would have their turn in time.
    const slow = gateOf(1, 1, 1, 50)
    await workOff(beginMany(slow, 6), 40)
    begin(slow)
    let waiting = 0
    for (; !slow.isFull() && waiting < 50; waiting += 1) begin(slow)
    expect(waiting).toBeGreaterThan((2 * LONGEST_WAIT_MS) / 40)
    expect(waiting).toBeLessThan(((2 * LONGEST_WAIT_MS) / 40) * 4)
  })

  it('gives each that is refused a later place, as fast as it moves', async () => {
    const gate = gateOf(1, 1, 1)
    await workOff(beginMany(gate, 6), 20)
    const seconds = Array.from({ length: 400 }, () => gate.retryAfter())
    // Half of the turns of each second, of which there are fifty or a few more.
    for (const second of [1, 2, 3]) {
      const told = seconds.filter((one) => one === second).length
      expect(told).toBeGreaterThanOrEqual(25)
      expect(told).toBeLessThanOrEqual(100)
    }
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
    for (let more = 0; more < 2_000; more += 1) gate.retryAfter()
    expect(gate.retryAfter()).toBe(30)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(gate.retryAfter()).toBe(1)
  })

  it('knows nothing of the pace after a while in which nobody waited', async () => {
    const gate = gateOf(1, 1, 1)
    await workOff(beginMany(gate, 6), 10)
    await vi.advanceTimersByTimeAsync(1_000)
    beginMany(gate, 200)
    expect(gate.isFull()).toBe(false)
  })
})

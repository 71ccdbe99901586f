import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Pacing } from '../../src/batches/pacing.ts'

/** Holds the event loop. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Until the end of the test, time passes only where the test says so. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** The turns of the event loop during `run`. */
async function turnsDuring(run: () => Promise<void>): Promise<number> {
  let turns = 0
  let isRunning = true
  const count = (): void => {
    if (!isRunning) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  await run()
  isRunning = false
  return turns
}

describe('the work of a batch', () => {
  it('gives the event loop back after each slice, though it awaits nothing itself', async () => {
    const pacing = new Pacing(() => 0)
    const turns = await turnsDuring(async () => {
      for (let piece = 0; piece < 100; piece += 1) {
        work(2)
        await pacing.pause()
      }
    })
    // 200 ms in slices of 10 ms.
    expect(turns).toBeGreaterThan(15)
  })

  it('does not count the time of other work', async () => {
    stopClock()
    const pacing = new Pacing(() => 0)
    await pacing.pause()
    await nextTurn()
    vi.advanceTimersByTime(50)
    const turns = await turnsDuring(() => pacing.pause())
    expect(turns).toBe(0)
  })

  it('rests while other requests come, and goes on after a part of the rest without one', async () => {
    let requests = 0
    const rested = async (count: () => number): Promise<number> => {
      let looks = 0
      const pacing = new Pacing(() => {
        looks += 1
        return count()
      })
      const before = looks
      await pacing.restAfter(4, -1)
      return looks - before
    }
    const steady = await rested(() => (requests += 1))
    const quiet = await rested(() => 0)
    // Each of the 16 parts of a rest looks twice.
    expect(steady - quiet).toBe(30)
  })

  it('is silent when no result has come for so long that its client may leave', () => {
    stopClock()
    const pacing = new Pacing(() => 0)
    const isSilentAfter = (ms: number): boolean => {
      vi.advanceTimersByTime(ms)
      return pacing.isSilent
    }
    // The longest rest, and some statements that fail at their timeout of 2 s.
    expect([30_000, 5_000, 10_000].map(isSilentAfter)).toEqual([false, false, true])
    pacing.noteResult()
    expect([30_000, 5_000, 10_000].map(isSilentAfter)).toEqual([false, false, true])
  })

  it('rests for less than a minute after any work', async () => {
    // The part of the rest after which it ends would have 250 s.
    await new Pacing(() => 0).restAfter(1_000_000, -1)
  })
})

import { channel } from 'node:diagnostics_channel'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Pacing } from '../../src/listings/pacing.ts'

/** Holds the event loop. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
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
    const pacing = new Pacing()
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
    const pacing = new Pacing()
    await pacing.pause()
    await nextTurn()
    work(50)
    const turns = await turnsDuring(() => pacing.pause())
    expect(turns).toBe(0)
  })

  it('rests for most of the time while other requests come, and hardly otherwise', async () => {
    const pacing = new Pacing()
    // After 80 ms of work, a rest takes 20 ms, or 320 ms while requests come.
    const rest = (): Promise<string> =>
      Promise.race([
        pacing.restAfter(80, pacing.requestsSoFar() - 1).then(() => 'short'),
        sleep(160, 'long'),
      ])
    expect(await rest()).toBe('short')
    const requests = setInterval(() => channel('http.server.request.start').publish({}), 1)
    onTestFinished(() => clearInterval(requests))
    expect(await rest()).toBe('long')
  })
})

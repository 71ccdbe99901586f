import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeAtRate, writingFailures } from './writers/write-at-rate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('writeAtRate', () => {
  it('writes at the rate, and waits for running writes', async () => {
    let finished = 0
    const numbers: number[] = []
    const end = writeAtRate(100, async (n) => {
      numbers.push(n)
      await sleep(20)
      finished += 1
    })
    await vi.advanceTimersByTimeAsync(400)
    const ended = end()
    await vi.advanceTimersByTimeAsync(20)
    const { done, seconds, failure } = await ended
    expect(numbers.slice(0, 3)).toEqual([0, 1, 2])
    expect(finished).toBe(done)
    expect([done, seconds]).toEqual([40, 0.415])
    expect(failure).toBeUndefined()
  })

  it('limits the concurrent writes to a slow database', async () => {
    let [open, most] = [0, 0]
    const end = writeAtRate(10_000, async () => {
      open += 1
      most = Math.max(most, open)
      await sleep(50)
      open -= 1
    })
    await vi.advanceTimersByTimeAsync(120)
    const ended = end()
    await vi.advanceTimersByTimeAsync(50)
    await ended
    expect(most).toBe(16)
  })

  it('stops at the first failure and reports it', async () => {
    const end = writeAtRate(1_000, (n) =>
      n === 3 ? Promise.reject(new Error('full')) : Promise.resolve(),
    )
    await vi.advanceTimersByTimeAsync(60)
    const writing = await end()
    expect(writing).toMatchObject({ failure: 'Error: full' })
    expect(writing.done).toBeLessThan(30)
    expect(writingFailures('writes', writing, 1_000)).toEqual(['writes: Error: full'])
  })

  it('reports a rate that is too low', () => {
    const writing = { done: 450, seconds: 5, failure: undefined }
    expect(writingFailures('writes', writing, 100)).toEqual([])
    expect(writingFailures('writes', writing, 101)).toEqual(['writes: 90 a second instead of 101'])
  })
})

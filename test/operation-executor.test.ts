import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beforeDeadline } from '../src/operation-executor.ts'
import { Problem } from '../src/problems/problem.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => error)

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('beforeDeadline', () => {
  it('gives what comes in time, be it an error', async () => {
    expect(await beforeDeadline(1_000, () => Promise.resolve('answer'))).toBe('answer')
    const error = new Error('Not so')
    expect(await failed(beforeDeadline(1_000, () => Promise.reject(error)))).toBe(error)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is unavailable for what never comes', async () => {
    const error = failed(beforeDeadline(30, () => new Promise(() => {})))
    await vi.advanceTimersByTimeAsync(30)
    expect(await error).toBeInstanceOf(Problem)
    expect(await error).toMatchObject({
      code: 'service_unavailable',
      cause: { name: 'DeadlinePassed' },
    })
  })

  it('tells the work when it is over', async () => {
    const told: boolean[] = []
    const late = beforeDeadline(30, async (isOver) => {
      told.push(isOver())
      await sleep(29)
      told.push(isOver())
      await sleep(2)
      told.push(isOver())
      throw new Error('Nobody hears of it')
    })
    const error = failed(late)
    await vi.advanceTimersByTimeAsync(31)
    expect(await error).toBeInstanceOf(Problem)
    expect(told).toEqual([false, false, true])
  })
})

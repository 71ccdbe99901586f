import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { beforeDeadline } from '../src/deadline.ts'
import { Problem } from '../src/problem.ts'

const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => error)

describe('beforeDeadline', () => {
  it('gives what comes in time, be it an error', async () => {
    expect(await beforeDeadline(1_000, () => Promise.resolve('answer'))).toBe('answer')
    const error = new Error('Not so')
    expect(await failed(beforeDeadline(1_000, () => Promise.reject(error)))).toBe(error)
  })

  it('is unavailable for what never comes', async () => {
    const start = performance.now()
    const error = await failed(beforeDeadline(30, () => new Promise(() => {})))
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({ code: 'service_unavailable', cause: { name: 'DeadlinePassed' } })
    expect(performance.now() - start).toBeLessThan(500)
  })

  it('tells the work when it is over', async () => {
    const told: boolean[] = []
    const late = beforeDeadline(30, async (isOver) => {
      told.push(isOver())
      await sleep(100)
      told.push(isOver())
      throw new Error('Nobody hears of it')
    })
    expect(await failed(late)).toBeInstanceOf(Problem)
    await sleep(100)
    expect(told).toEqual([false, true])
  })
})

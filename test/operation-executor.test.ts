import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { OperationId } from '../src/contract/document.ts'
import type { Operations } from '../src/operation-context.ts'
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
  it('returns a result or an error in time', async () => {
    expect(await beforeDeadline(1_000, () => Promise.resolve('result'))).toBe('result')
    const error = new Error('Failed')
    expect(await failed(beforeDeadline(1_000, () => Promise.reject(error)))).toBe(error)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects with service_unavailable after the deadline', async () => {
    const error = failed(beforeDeadline(30, () => new Promise(() => {})))
    await vi.advanceTimersByTimeAsync(30)
    expect(await error).toBeInstanceOf(Problem)
    expect(await error).toMatchObject({
      code: 'service_unavailable',
      cause: { name: 'DeadlinePassed' },
    })
  })

  it('signals the end to the work', async () => {
    const signals: boolean[] = []
    const late = beforeDeadline(30, async (isOver) => {
      signals.push(isOver())
      await sleep(29)
      signals.push(isOver())
      await sleep(2)
      signals.push(isOver())
      throw new Error('Unobserved')
    })
    const error = failed(late)
    await vi.advanceTimersByTimeAsync(31)
    expect(await error).toBeInstanceOf(Problem)
    expect(signals).toEqual([false, false, true])
  })
})

describe('the database of an operation', () => {
  type DatabaseOf<Id extends OperationId> = Parameters<Operations[Id]>[1]['db']

  // The compiler checks it.
  it('can write unless its method is GET', () => {
    expectTypeOf<DatabaseOf<'retrieveTag'>>().not.toHaveProperty('insertInto')
    expectTypeOf<DatabaseOf<'createTag'>>().toHaveProperty('insertInto')
  })
})

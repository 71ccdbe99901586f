import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendOnce } from '../../src/client/send-once.ts'
import { pause } from '../../src/client/waiting.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A signal, and how many listen to it. */
function watched(): { signal: AbortSignal; abort: () => void; listeners: () => number } {
  const controller = new AbortController()
  const { signal } = controller
  let count = 0
  vi.spyOn(signal, 'addEventListener').mockImplementation((...args) => {
    count += 1
    EventTarget.prototype.addEventListener.apply(signal, args)
  })
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...args) => {
    count -= 1
    EventTarget.prototype.removeEventListener.apply(signal, args)
  })
  return { signal, abort: () => controller.abort(new Error('Stop')), listeners: () => count }
}

/** A request with just this signal, as `Request` has a signal of its own that follows. */
function requestWith(signal: AbortSignal): Request {
  const request = new Request('https://art.example/api/v1/tags/')
  Object.defineProperty(request, 'signal', { value: signal })
  return request
}

// A timer that is given more than it can take runs at once.
describe('a try takes its time', () => {
  const MAX_TIMER_MS = 2 ** 31 - 1

  /** Of a request that is never answered, with all that comes to be known of it. */
  function unanswered(timeoutMs: number): { outcomes: unknown[] } {
    const outcomes: unknown[] = []
    const fetch = (_: unknown, { signal }: RequestInit = {}): Promise<Response> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const { signal } = new AbortController()
    sendOnce({ fetch, timeoutMs }, requestWith(signal)).catch((error: unknown) => {
      outcomes.push(error)
    })
    return { outcomes }
  }

  it.each([1_000, MAX_TIMER_MS, 2 ** 31, 2 ** 40])('of %i ms', async (timeoutMs) => {
    const { outcomes } = unanswered(timeoutMs)
    await vi.advanceTimersByTimeAsync(Math.min(timeoutMs, MAX_TIMER_MS) - 1)
    expect(outcomes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes).toMatchObject([{ name: 'ConnectionError', cause: { name: 'TimeoutError' } }])
  })

  it('without end', async () => {
    const { outcomes } = unanswered(Infinity)
    await vi.advanceTimersByTimeAsync(MAX_TIMER_MS)
    expect([outcomes, vi.getTimerCount()]).toEqual([[], 0])
  })
})

// A timer keeps a program from ending, a listener keeps all that it knows of in memory.
describe('a try leaves nothing behind', () => {
  it.each([
    ['answered', () => Promise.resolve(new Response('{}'))],
    ['failed', () => Promise.reject(new TypeError('fetch failed'))],
  ])('when it has %s', async (_, fetch) => {
    const { signal, listeners } = watched()
    await sendOnce({ fetch, timeoutMs: 1_000 }, requestWith(signal)).catch(() => {})
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0])
  })

  it('when the wait after it is over', async () => {
    const { signal, listeners } = watched()
    const waiting = pause(500, signal)
    expect([vi.getTimerCount(), listeners()]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(500)
    await waiting
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0])
  })

  it('when the wait after it was ended', async () => {
    const { signal, abort } = watched()
    const ended = expect(pause(500, signal)).rejects.toThrow('Stop')
    abort()
    await ended
    expect(vi.getTimerCount()).toBe(0)
    await expect(pause(500, signal)).rejects.toThrow('Stop')
    expect(vi.getTimerCount()).toBe(0)
  })
})

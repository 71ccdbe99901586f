import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  backoffMs,
  pause,
  retryAfterMs,
  type RetryOptions,
  sendOnce,
  sendWithRetries,
} from '../../src/client/retry.ts'

const MAX_TIMER_MS = 2 ** 31 - 1

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A signal that counts its listeners. */
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

/** A request with exactly this signal; `Request` would make a dependent one. */
function requestWith(signal: AbortSignal, path = 'tags/'): Request {
  const request = new Request(`https://art.example/api/v1/${path}`)
  Object.defineProperty(request, 'signal', { value: signal })
  return request
}

// A timer above its maximum would fire at once.
describe('an attempt has a timeout', () => {
  /** A request without a response, and its outcomes. */
  function withoutResponse(timeoutMs: number, path?: string): { outcomes: unknown[] } {
    const outcomes: unknown[] = []
    const fetch = (_: unknown, { signal }: RequestInit = {}): Promise<Response> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const { signal } = new AbortController()
    sendOnce({ fetch, timeoutMs }, requestWith(signal, path)).catch((error: unknown) => {
      outcomes.push(error)
    })
    return { outcomes }
  }

  it.each([1_000, MAX_TIMER_MS, 2 ** 31, 2 ** 40])('of %i ms', async (timeoutMs) => {
    const { outcomes } = withoutResponse(timeoutMs)
    await vi.advanceTimersByTimeAsync(Math.min(timeoutMs, MAX_TIMER_MS) - 1)
    expect(outcomes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes).toMatchObject([{ name: 'ConnectionError', cause: { name: 'TimeoutError' } }])
  })

  it('and the time for which the service is asked to wait', async () => {
    const { outcomes } = withoutResponse(30_000, 'events/changes/?wait=30')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(outcomes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes).toHaveLength(1)
  })

  it('of Infinity', async () => {
    const { outcomes } = withoutResponse(Infinity)
    await vi.advanceTimersByTimeAsync(MAX_TIMER_MS)
    expect([outcomes, vi.getTimerCount()]).toEqual([[], 0])
  })
})

// A timer keeps the process alive; a listener keeps objects in memory.
describe('an attempt leaves no timer and no listener', () => {
  it.each([
    ['succeeded', () => Promise.resolve(new Response('{}'))],
    ['failed', () => Promise.reject(new TypeError('fetch failed'))],
  ])('when it has %s', async (_, fetch) => {
    const { signal, listeners } = watched()
    await sendOnce({ fetch, timeoutMs: 1_000 }, requestWith(signal)).catch(() => {})
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0])
  })

  it('after its pause', async () => {
    const { signal, listeners } = watched()
    const waiting = pause(500, signal)
    expect([vi.getTimerCount(), listeners()]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(500)
    await waiting
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0])
  })

  it('after an aborted pause', async () => {
    const { signal, abort } = watched()
    const ended = expect(pause(500, signal)).rejects.toThrow('Stop')
    abort()
    await ended
    expect(vi.getTimerCount()).toBe(0)
    await expect(pause(500, signal)).rejects.toThrow('Stop')
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** A call whose first response is 503. */
function rejectedOnce(retryAfter: string, options: Partial<RetryOptions>) {
  const fetch = vi
    .fn<RetryOptions['fetch']>()
    .mockResolvedValueOnce(
      new Response('', { status: 503, headers: { 'Retry-After': retryAfter } }),
    )
    .mockResolvedValueOnce(new Response('{}'))
  const send = sendWithRetries({
    fetch,
    retries: 4,
    timeoutMs: 30_000,
    longestWaitMs: 60_000,
    ...options,
  })
  const call = send(new Request('https://art.example/api/v1/tags/'))
  return { fetch, status: call.then(({ status }) => status) }
}

describe('the maximum wait of sendWithRetries', () => {
  it('is accepted', async () => {
    const { fetch, status } = rejectedOnce('60', {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(250)
    expect(await status).toBe(200)
  })

  it('limits Retry-After, not the backoff of the client', async () => {
    const { fetch, status } = rejectedOnce('0', { longestWaitMs: 0 })
    await vi.advanceTimersByTimeAsync(250)
    expect(await status).toBe(200)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('is not exceeded', async () => {
    const { fetch, status } = rejectedOnce('61', {})
    expect(await status).toBe(503)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  // A timer above its maximum would fire at once.
  it.each(['9999999', '9'.repeat(400)])(
    'of Infinity is the maximum of a timer (%s)',
    async (seconds) => {
      const { fetch, status } = rejectedOnce(seconds, { longestWaitMs: Infinity })
      await vi.advanceTimersByTimeAsync(MAX_TIMER_MS - 1)
      expect(fetch).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await status).toBe(200)
    },
  )
})

const DATE = 'Sat, 21 Nov 2026 09:00:00 GMT'

/** The shortest and the longest of many random waits. */
function waits(attempt: number): [number, number] {
  const all = Array.from({ length: 2_000 }, () => backoffMs(attempt))
  return [Math.min(...all), Math.max(...all)]
}

const between = (min: number, max: number) => [
  expect.toSatisfy((ms: number) => ms >= min && ms < min + 0.05 * max),
  expect.toSatisfy((ms: number) => ms <= max && ms > max - 0.05 * max),
]

describe('backoffMs', () => {
  it.each([
    [0, 125, 250],
    [1, 250, 500],
    [2, 500, 1_000],
    [5, 4_000, 8_000],
    [6, 4_000, 8_000],
    [2_000, 4_000, 8_000],
  ])('after attempt %i is from %i to %i ms', (attempt, min, max) => {
    expect(waits(attempt)).toEqual(between(min, max))
  })
})

describe('retryAfterMs', () => {
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '3' }, 3_000],
    ['no time', { 'retry-after': '0' }, 0],
    [
      'a date, relative to the Date header',
      { 'retry-after': DATE.replace('00 G', '07 G'), date: DATE },
      7_000,
    ],
    ['a date that has passed', { 'retry-after': DATE.replace('21', '20'), date: DATE }, 0],
    ['a text', { 'retry-after': 'soon', date: DATE }, 0],
    ['a fraction', { 'retry-after': '', date: DATE }, 0],
    ['nothing', { date: DATE }, 0],
  ])('reads Retry-After: %s', (_, headers, ms) => {
    expect(retryAfterMs(new Headers(headers))).toBe(ms)
  })

  it('reads a date relative to the local clock without a Date header', () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString()
    const ms = retryAfterMs(new Headers({ 'retry-after': inTenSeconds }))
    expect(ms).toBeGreaterThan(8_000)
    expect(ms).toBeLessThanOrEqual(10_000)
  })
})

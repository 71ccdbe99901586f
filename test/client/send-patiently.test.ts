import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendPatiently, type Patience } from '../../src/client/send-patiently.ts'

const MAX_TIMER_MS = 2 ** 31 - 1

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What is sent to a service that says 503 for the first time, and the call itself. */
function refusedOnce(retryAfter: string, patience: Partial<Patience>) {
  const fetch = vi
    .fn<Patience['fetch']>()
    .mockResolvedValueOnce(
      new Response('', { status: 503, headers: { 'Retry-After': retryAfter } }),
    )
    .mockResolvedValueOnce(new Response('{}'))
  const send = sendPatiently({
    fetch,
    retries: 4,
    timeoutMs: 30_000,
    longestWaitMs: 60_000,
    ...patience,
  })
  const call = send(new Request('https://art.example/api/v1/tags/'))
  return { fetch, status: call.then(({ status }) => status) }
}

describe('the longest wait', () => {
  it('is waited for', async () => {
    const { fetch, status } = refusedOnce('60', {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(250)
    expect(await status).toBe(200)
  })

  it('is that of the service, without what the client adds', async () => {
    const { fetch, status } = refusedOnce('0', { longestWaitMs: 0 })
    await vi.advanceTimersByTimeAsync(250)
    expect(await status).toBe(200)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('is the end of patience', async () => {
    const { fetch, status } = refusedOnce('61', {})
    expect(await status).toBe(503)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  // A timer that is given more runs at once.
  it.each(['9999999', '9'.repeat(400)])('without end is that of a timer (%s)', async (seconds) => {
    const { fetch, status } = refusedOnce(seconds, { longestWaitMs: Infinity })
    await vi.advanceTimersByTimeAsync(MAX_TIMER_MS - 1)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await status).toBe(200)
  })
})

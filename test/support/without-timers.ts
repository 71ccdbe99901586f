import { vi } from 'vitest'

/**
 * Runs `work` while no timer fires: it ends only if it waits for none. This verifies without a clock that something
 * happens at once. Network events are not affected.
 */
export async function withoutTimers<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

import { vi } from 'vitest'

/**
 * Does `work` while no timer fires, so that it never ends if it waits for one: that something happens
 * at once is shown without a clock. What comes over connections comes as ever.
 */
export async function withoutTimers<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

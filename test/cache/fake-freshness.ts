import type { DataVersion } from '../../src/cache/data-version.ts'

export interface FakeFreshness extends DataVersion {
  /** What a look finds; the process has not seen it before. */
  actual: number
  /** Why looks fail, while they do. */
  failure: Error | undefined
  /** How often was looked. */
  checks: number
}

/** Freshness whose data changes when a test says so. */
export function fakeFreshness(): FakeFreshness {
  let seen = 1
  const freshness = {
    actual: 1,
    failure: undefined as Error | undefined,
    checks: 0,
    get current() {
      return seen
    },
    revalidate(done: (error: Error | undefined, generation: number) => void) {
      freshness.checks += 1
      setImmediate(() => {
        if (freshness.failure === undefined) seen = freshness.actual
        done(freshness.failure, seen)
      })
    },
  }
  return freshness
}

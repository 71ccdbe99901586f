import type { DataVersion } from '../../src/cache/response-cache.ts'

export interface FakeDataVersion extends DataVersion {
  /** The version that the next revalidation finds. */
  actual: number
  failure: Error | undefined
  checks: number
}

/** A data version that changes when a test sets `actual`. */
export function fakeDataVersion(): FakeDataVersion {
  let seen = 1
  const dataVersion = {
    actual: 1,
    failure: undefined as Error | undefined,
    checks: 0,
    get current() {
      return seen
    },
    revalidate(done: (error: Error | undefined, version: number) => void) {
      dataVersion.checks += 1
      setImmediate(() => {
        if (dataVersion.failure === undefined) seen = dataVersion.actual
        done(dataVersion.failure, seen)
      })
    },
  }
  return dataVersion
}

import { describe, expect, it } from 'vitest'
import { LsnHistory } from '../../../src/read-model/replicas/health-check.ts'

/** A primary that has been seen at each of these times, at as many bytes. */
function seen(maxLagMs: number, times: readonly number[]): LsnHistory {
  const positions = new LsnHistory(maxLagMs)
  for (const at of times) positions.record(at, BigInt(at))
  return positions
}

describe('what a replica has to have replayed', () => {
  it.each<[string, number, readonly number[], number, bigint | undefined]>([
    ['is not known before the primary was seen', 1_000, [], 5_000, undefined],
    ['is where the primary was when it was seen first', 10_000, [1_000, 2_000], 3_000, 1_000n],
    ['is where it was as long ago as the lag may be', 2_000, [1_000, 2_000, 3_000], 4_000, 2_000n],
    ['is no less than that', 2_000, [1_000, 2_000, 3_000], 4_001, 3_000n],
    [
      'is where it was last, when it has not been seen since',
      2_000,
      [1_000, 2_000],
      99_000,
      2_000n,
    ],
  ])('%s', (_, maxLagMs, times, now, required) => {
    expect(seen(maxLagMs, times).required(now)).toBe(required)
  })
})

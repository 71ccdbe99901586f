import { describe, expect, it } from 'vitest'
import { LsnHistory } from '../../../src/read-model/replicas/health-check.ts'

/** A history of the primary: at each of these times, its position was as many bytes. */
function historyOf(maxLagMs: number, times: readonly number[]): LsnHistory {
  const history = new LsnHistory(maxLagMs)
  for (const at of times) history.record(at, BigInt(at))
  return history
}

describe('the position that a replica must have replayed', () => {
  it.each<[string, number, readonly number[], number, bigint | undefined]>([
    ['is unknown before the first probe of the primary', 1_000, [], 5_000, undefined],
    ['is that of the first probe within the maximum lag', 10_000, [1_000, 2_000], 3_000, 1_000n],
    ['is that of the probe one maximum lag ago', 2_000, [1_000, 2_000, 3_000], 4_000, 2_000n],
    [
      'is that of the next probe when the maximum lag has passed',
      2_000,
      [1_000, 2_000, 3_000],
      4_001,
      3_000n,
    ],
    [
      'is that of the last probe when later ones are missing',
      2_000,
      [1_000, 2_000],
      99_000,
      2_000n,
    ],
  ])('%s', (_, maxLagMs, times, now, required) => {
    expect(historyOf(maxLagMs, times).required(now)).toBe(required)
  })
})

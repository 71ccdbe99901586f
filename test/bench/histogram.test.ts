import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newHistogram, percentile, record } from './load/histogram.ts'

function histogramOf(latencies: readonly number[]) {
  const histogram = newHistogram()
  for (const latency of latencies) record(histogram, latency)
  return histogram
}

describe('the latency histogram', () => {
  it('has the percentiles of a sorted list, to 0.2 % or half a microsecond', () => {
    const latency = fc.oneof(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 60_000, noNaN: true }),
    )
    fc.assert(
      fc.property(
        fc.array(latency, { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.9, 0.99, 1),
        (latencies, share) => {
          const sorted = latencies.toSorted((a, b) => a - b)
          const exact = sorted[Math.ceil(sorted.length * share) - 1] as number
          const approximate = percentile(histogramOf(latencies), share)
          expect(Math.abs(approximate - exact)).toBeLessThanOrEqual(0.000_501 + exact * 0.002)
        },
      ),
    )
  })

  it('is exact to the microsecond below one millisecond', () => {
    expect(percentile(histogramOf([0.107, 0.108, 1.022]), 0.5)).toBe(0.108)
    expect(percentile(histogramOf([0.107, 0.108, 1.022]), 1)).toBe(1.022)
  })

  it('holds very long latencies, and returns 0 when it is empty', () => {
    expect(percentile(histogramOf([3_000_000]), 0.5)).toBeGreaterThan(2_000_000)
    expect(percentile(newHistogram(), 0.99)).toBe(0)
  })
})

/**
 * The count of each latency, in buckets of at most 1 µs up to about a millisecond and at most 0.2 % of the value
 * above, so that a run of any length takes the same memory.
 */
export type Histogram = Float64Array

/** Each value below it has its own bucket; above, each doubling has half as many buckets. */
const EXACT = 1_024
const PER_DOUBLING = EXACT / 2
/** Up to 2^31 µs, about half an hour. */
const BUCKETS = EXACT + 21 * PER_DOUBLING
const MAX_US = 2 ** 31 - 1

export function newHistogram(): Histogram {
  return new Float64Array(BUCKETS)
}

export function record(histogram: Histogram, milliseconds: number): void {
  const bucket = bucketOf(Math.min(Math.round(milliseconds * 1_000), MAX_US))
  histogram[bucket] = (histogram[bucket] ?? 0) + 1
}

/** The latency in milliseconds that `share` of all do not exceed; 0 without any. */
export function percentile(histogram: Histogram, share: number): number {
  const wanted = Math.ceil(histogram.reduce((sum, count) => sum + count, 0) * share)
  let seen = 0
  for (const [bucket, count] of histogram.entries()) {
    seen += count
    if (count > 0 && seen >= wanted) return middleOf(bucket) / 1_000
  }
  return 0
}

export function merged(histograms: readonly Histogram[]): Histogram {
  const sum = newHistogram()
  for (const histogram of histograms) {
    for (const [bucket, count] of histogram.entries()) sum[bucket] = (sum[bucket] ?? 0) + count
  }
  return sum
}

function bucketOf(value: number): number {
  if (value < EXACT) return value
  const doubling = doublingOf(value)
  return EXACT + doubling * PER_DOUBLING + ((value >>> (doubling + 1)) - PER_DOUBLING)
}

/** 0 from 1,024 on, 1 from 2,048 on. */
function doublingOf(value: number): number {
  return 31 - Math.clz32(value) - 10
}

function middleOf(bucket: number): number {
  if (bucket < EXACT) return bucket
  const doubling = Math.floor((bucket - EXACT) / PER_DOUBLING)
  const width = 2 ** (doubling + 1)
  return (PER_DOUBLING + ((bucket - EXACT) % PER_DOUBLING)) * width + width / 2
}

/** The latency in milliseconds that `share` of all do not exceed; 0 without any. */
export function percentile(latencies: readonly number[], share: number): number {
  const sorted = Float64Array.from(latencies).toSorted()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** The performance targets at 1,000,000 artworks and 100,000 events, by the keys of the findings. */
export const TARGETS = {
  'same-page': { atLeast: 0.7 },
  'not-modified': { atLeast: 0.9 },
  'random-page': { atLeast: 0.1 },
  record: { atLeast: 0.25 },
  'depth-p50': { atMost: 1.5 },
  'depth-p99': { atMost: 2 },
  growth: { atMost: 1.3 },
  walk: { atMost: 30 },
  'walk-wrong': { atMost: 0 },
  writes: { atMost: 20 },
  stale: { atMost: 0 },
  import: { atLeast: 20_000 },
  release: { atLeast: 0.9 },
  rates: { atLeast: 0.7 },
  'rates-wait': { atMost: 250 },
  'rates-after': { atLeast: 0.9 },
  loaded: { atLeast: 0.4 },
  'loaded-minute': { atLeast: 0.9 },
  'states-errors': { atMost: 0 },
  memory: { atMost: 300 },
  start: { atMost: 1 },
} as const satisfies Record<string, { readonly atLeast: number } | { readonly atMost: number }>

export type TargetName = keyof typeof TARGETS

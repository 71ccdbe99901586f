/** How much is tried of each kind. */
export interface Sizes {
  readonly kills: number
  readonly overloadSeconds: number
  readonly signals: number
  readonly slowClients: number
  readonly requests: number
  readonly mixedSeconds: number
}

/** For some minutes in all. */
export const USUAL_SIZES: Sizes = {
  kills: 100,
  overloadSeconds: 15,
  signals: 12,
  slowClients: 1_000,
  requests: 100_000,
  mixedSeconds: 60,
}

/** What the goals speak of. */
export const FULL_SIZES: Sizes = {
  ...USUAL_SIZES,
  overloadSeconds: 60,
  signals: 50,
  mixedSeconds: 600,
}

/** About so long a run of the full sizes takes. */
const FULL_HOURS = 0.4

/** For about so many hours; more slow clients at once are another thing, so they stay as many. */
export function sizesOfHours(hours: number): Sizes {
  const times = (count: number): number => Math.max(1, Math.round((count * hours) / FULL_HOURS))
  return {
    kills: times(FULL_SIZES.kills),
    overloadSeconds: times(FULL_SIZES.overloadSeconds),
    signals: times(FULL_SIZES.signals),
    slowClients: FULL_SIZES.slowClients,
    requests: times(FULL_SIZES.requests),
    mixedSeconds: times(FULL_SIZES.mixedSeconds),
  }
}

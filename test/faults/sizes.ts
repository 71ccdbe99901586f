/** The amount of each kind of test. */
export interface Sizes {
  readonly kills: number
  readonly overloadSeconds: number
  readonly signals: number
  readonly slowClients: number
  readonly requests: number
  readonly mixedSeconds: number
}

/** For every run of CI: about nine minutes in all. */
export const USUAL_SIZES: Sizes = {
  // Five of each kind.
  kills: 25,
  overloadSeconds: 10,
  signals: 12,
  slowClients: 300,
  requests: 40_000,
  mixedSeconds: 30,
}

/** The sizes that the goals name. */
export const FULL_SIZES: Sizes = {
  kills: 100,
  overloadSeconds: 60,
  signals: 50,
  slowClients: 1_000,
  requests: 100_000,
  mixedSeconds: 600,
}

/** The approximate duration of a run of the full sizes. */
const FULL_HOURS = 0.4

/** Scales the full sizes to a duration, except the slow clients: more of them at once is another test. */
export function sizesOfHours(hours: number): Sizes {
  const scaled = (count: number): number => Math.max(1, Math.round((count * hours) / FULL_HOURS))
  return {
    kills: scaled(FULL_SIZES.kills),
    overloadSeconds: scaled(FULL_SIZES.overloadSeconds),
    signals: scaled(FULL_SIZES.signals),
    slowClients: FULL_SIZES.slowClients,
    requests: scaled(FULL_SIZES.requests),
    mixedSeconds: scaled(FULL_SIZES.mixedSeconds),
  }
}

/** The amount of each part. */
export interface Sizes {
  /** Public records. From 1,000 of a list on, each start of the service warms up with 8,000 requests. */
  readonly catalogue: { readonly artworks: number; readonly events: number }
  readonly kills: number
  /** Of each fault, at least. */
  readonly networkSeconds: number
  readonly overloadSeconds: number
  readonly signals: number
  readonly slowClients: number
  /** The longest deadline of slow clients that is waited for. */
  readonly slowSeconds: number
  readonly requests: number
  readonly mixedSeconds: number
  /** The responses in each state. */
  readonly stateResponses: number
}

/** For each commit, and for a part that `--only` names. */
export const COMMIT_SIZES: Sizes = {
  catalogue: { artworks: 900, events: 300 },
  // One of each kind.
  kills: 5,
  networkSeconds: 1.5,
  overloadSeconds: 6,
  signals: 2,
  slowClients: 60,
  // Not that of reading, which is half a minute: slow-clients.faults.ts waits for it, with one client.
  slowSeconds: 20,
  requests: 10_000,
  mixedSeconds: 10,
  stateResponses: 200,
}

/** For `npm run nightly`. */
export const NIGHTLY_SIZES: Sizes = {
  catalogue: { artworks: 3_000, events: 500 },
  kills: 25,
  networkSeconds: 4,
  overloadSeconds: 10,
  signals: 12,
  slowClients: 300,
  slowSeconds: 60,
  requests: 40_000,
  mixedSeconds: 30,
  stateResponses: 600,
}

/** The sizes that the goals name. */
export const FULL_SIZES: Sizes = {
  ...NIGHTLY_SIZES,
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
    ...FULL_SIZES,
    kills: scaled(FULL_SIZES.kills),
    overloadSeconds: scaled(FULL_SIZES.overloadSeconds),
    signals: scaled(FULL_SIZES.signals),
    requests: scaled(FULL_SIZES.requests),
    mixedSeconds: scaled(FULL_SIZES.mixedSeconds),
  }
}

export interface Writing {
  /** How many were done. */
  readonly done: number
  readonly seconds: number
  /** The first failure; there is none after it. */
  readonly failure: string | undefined
}

const TICK_MS = 5
/** When the database falls behind, no more than so many wait for it. */
const MAX_WAITING = 16

/**
 * Does `write` so many times a second until it is ended, each time with the next number from 0 on.
 * @returns how to end it; it waits for those that have begun.
 */
export function writeAtRate(
  perSecond: number,
  write: (n: number) => Promise<void>,
): () => Promise<Writing> {
  const began = performance.now()
  const waiting = new Set<Promise<void>>()
  const tally: { begun: number; done: number; failure: string | undefined } = {
    begun: 0,
    done: 0,
    failure: undefined,
  }
  const begin = (): void => {
    const writing = write(tally.begun)
      .then(
        () => void (tally.done += 1),
        (error: unknown) => void (tally.failure ??= String(error)),
      )
      .finally(() => waiting.delete(writing))
    tally.begun += 1
    waiting.add(writing)
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * perSecond
    const mayBegin = (): boolean =>
      tally.begun < due && waiting.size < MAX_WAITING && tally.failure === undefined
    while (mayBegin()) begin()
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(waiting)
    const { done, failure } = tally
    return { done, seconds: (performance.now() - began) / 1_000, failure }
  }
}

/** With less than this share of the intended rate, the measurement is of another load. */
const MIN_SHARE = 0.9

/** @returns what is wrong with it, in words, or nothing. */
export function writingFailures(
  what: string,
  { done, seconds, failure }: Writing,
  perSecond: number,
): string[] {
  if (failure !== undefined) return [`${what}: ${failure}`]
  if (done >= perSecond * seconds * MIN_SHARE) return []
  return [`${what}: ${(done / seconds).toFixed(0)} a second instead of ${perSecond}`]
}

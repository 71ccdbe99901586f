import { atRate } from '../load/at-rate.ts'

export interface Writing {
  /** The number of successful writes. */
  readonly done: number
  readonly seconds: number
  /** The first failure; no write follows it. */
  readonly failure: string | undefined
}

/** The maximum of concurrent writes when the database is slow. */
const MAX_RUNNING = 16

/**
 * Calls `write` at a fixed rate, each time with the next number from 0 on.
 * @returns a function that stops it and waits for the running writes.
 */
export function writeAtRate(
  perSecond: number,
  write: (n: number) => Promise<void>,
): () => Promise<Writing> {
  const began = performance.now()
  let done = 0
  let failure: string | undefined
  const attempt = async (n: number): Promise<void> => {
    if (failure !== undefined) return
    await write(n).then(
      () => void (done += 1),
      (error: unknown) => void (failure ??= String(error)),
    )
  }
  const stop = atRate(perSecond, attempt, MAX_RUNNING)
  return async () => {
    await stop()
    return { done, seconds: (performance.now() - began) / 1_000, failure }
  }
}

/** Below this share of the intended rate, the measurement is invalid. */
const MIN_SHARE = 0.9

/** @returns descriptions of failures. */
export function writingFailures(
  what: string,
  { done, seconds, failure }: Writing,
  perSecond: number,
): string[] {
  if (failure !== undefined) return [`${what}: ${failure}`]
  if (done >= perSecond * seconds * MIN_SHARE) return []
  return [`${what}: ${(done / seconds).toFixed(0)} a second instead of ${perSecond}`]
}

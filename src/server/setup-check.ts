import type { DatabaseReader } from '../database/kysely.ts'
import { selectSetupState, type SetupState } from './setup-queries.ts'

const COMPLETE_TTL_MS = 60_000

/** An operator who provides what is missing sees the effect at once. */
const INCOMPLETE_TTL_MS = 1_000

/** There are no new rates at weekends and on holidays, which are up to five days in a row. */
const MAX_RATES_AGE_DAYS = 7

/**
 * Checks whether the database has the keys, rates and records that partners need to publish: at most once a minute, and
 * at most once a second while something is missing. A database that cannot be read has no warnings here, because
 * readiness reports it.
 */
export class SetupCheck {
  readonly #db: DatabaseReader
  #state: Promise<SetupState | undefined> | undefined
  /** In the time of performance.now(). */
  #validUntil = 0

  constructor(db: DatabaseReader) {
    this.#db = db
  }

  /** The missing parts, in the order in which an operator provides them. Each text names the remedy. */
  async warnings(): Promise<string[]> {
    const state = await this.#currentState()
    return state === undefined ? [] : setupWarnings(state)
  }

  /** Midnight of the day of the newest exchange rates, in seconds since 1970; 0 without rates, NaN when unknown. */
  async ratesTime(): Promise<number> {
    const state = await this.#currentState()
    if (state === undefined) return NaN
    return state.rates_day === null ? 0 : Date.parse(state.rates_day) / 1_000
  }

  #currentState(): Promise<SetupState | undefined> {
    const now = performance.now()
    if (this.#state === undefined || now >= this.#validUntil) {
      this.#validUntil = now + INCOMPLETE_TTL_MS
      this.#state = this.#readState(now)
    }
    return this.#state
  }

  async #readState(now: number): Promise<SetupState | undefined> {
    const state = await selectSetupState(this.#db).catch(() => undefined)
    const isComplete = state !== undefined && setupWarnings(state).length === 0
    if (isComplete) this.#validUntil = now + COMPLETE_TTL_MS
    return state
  }
}

export function setupWarnings(state: SetupState): string[] {
  const { has_keys, has_galleries, has_venues, rates_day, rates_age } = state
  const warnings: string[] = []
  if (!has_keys) {
    warnings.push(
      'There is no API key. Create one: npm run keys -- create --owner NAME --scopes admin',
    )
  }
  if (rates_day === null) {
    warnings.push(
      'There are no exchange rates, so prices must be in euros. Import those of the European Central Bank: npm run import -- rates FILE',
    )
  } else if ((rates_age ?? 0) > MAX_RATES_AGE_DAYS) {
    warnings.push(
      `The newest exchange rates are of ${rates_day}. Import newer ones: npm run import -- rates FILE`,
    )
  }
  if (!has_galleries) {
    warnings.push(
      'There is no gallery, which an artwork needs. Create one: POST /api/v1/galleries/',
    )
  }
  if (!has_venues) {
    warnings.push('There is no venue, which an event needs. Create one: POST /api/v1/venues/')
  }
  return warnings
}

import type { DatabaseReader } from '../database/kysely.ts'
import {
  selectSetupState,
  selectStaleRates,
  type SetupState,
  type StaleRate,
} from './setup-queries.ts'

const COMPLETE_TTL_MS = 60_000

/** To find that no artwork has a price in a currency takes a scan of all artworks. */
const STALE_RATES_TTL_MS = 60_000

/** An operator sees the effect of a remedy at once. */
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
  readonly #connections: number
  #state: Promise<SetupState | undefined> | undefined
  /** In the time of performance.now(). */
  #validUntil = 0
  #staleRates: Promise<readonly StaleRate[]> = Promise.resolve([])
  #staleRatesValidUntil = 0

  /** @param connections the most that this process opens to PostgreSQL; through a pooler, it opens none itself. */
  constructor(db: DatabaseReader, connections = 0) {
    this.#db = db
    this.#connections = connections
  }

  /** The missing parts, in the order in which an operator provides them. Each text names the remedy. */
  async warnings(): Promise<string[]> {
    const state = await this.#currentState()
    if (state === undefined) return []
    return [
      ...this.#poolWarnings(state),
      ...setupWarnings(state),
      ...staleRateWarnings(await this.#currentStaleRates()),
    ]
  }

  /** Midnight of the day of the newest exchange rates, in seconds since 1970; 0 without rates, NaN when unknown. */
  async ratesTime(): Promise<number> {
    const state = await this.#currentState()
    if (state === undefined) return NaN
    return state.rates_day === null ? 0 : Date.parse(state.rates_day) / 1_000
  }

  #poolWarnings({ max_connections }: SetupState): string[] {
    if (this.#connections <= max_connections) return []
    const limits = `This process may use ${this.#connections} connections, but PostgreSQL allows ${max_connections}`
    return [
      `${limits}. Set DATABASE_POOL_SIZE to a smaller number, or raise max_connections of PostgreSQL or the limit of the role or database.`,
    ]
  }

  #currentState(): Promise<SetupState | undefined> {
    const now = performance.now()
    if (this.#state === undefined || now >= this.#validUntil) {
      this.#validUntil = now + INCOMPLETE_TTL_MS
      this.#state = this.#readState(now)
    }
    return this.#state
  }

  #currentStaleRates(): Promise<readonly StaleRate[]> {
    const now = performance.now()
    if (now >= this.#staleRatesValidUntil) {
      this.#staleRatesValidUntil = now + STALE_RATES_TTL_MS
      this.#staleRates = selectStaleRates(this.#db, MAX_RATES_AGE_DAYS).catch(() => [])
    }
    return this.#staleRates
  }

  async #readState(now: number): Promise<SetupState | undefined> {
    const state = await selectSetupState(this.#db).catch(() => undefined)
    const isComplete = state !== undefined && setupWarnings(state).length === 0
    if (isComplete) this.#validUntil = now + COMPLETE_TTL_MS
    return state
  }
}

function staleRateWarnings(rates: readonly StaleRate[]): string[] {
  return rates.map(
    ({ currency, day }) =>
      `The newest rate of ${currency} is of ${day}. Prices of artworks in ${currency} are converted with it.`,
  )
}

function setupWarnings(state: SetupState): string[] {
  const { has_keys, has_galleries, has_venues, rates_day, rates_age } = state
  const warnings: string[] = []
  if (!has_keys) {
    warnings.push(
      'There is no API key. Create one: npm run keys -- create --owner NAME --scopes admin',
    )
  }
  if (rates_day === null) {
    warnings.push(
      'There are no exchange rates, so no price is converted. Import those of the European Central Bank: npm run import -- rates FILE',
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

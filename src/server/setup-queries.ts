import { sql } from 'kysely'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import { KNOWN_CURRENCIES } from '../read-model/documents/exchange-rates.ts'

/** Whether a database has the parts that partners need before they can publish. */
export interface SetupState {
  readonly has_keys: boolean
  readonly has_galleries: boolean
  readonly has_venues: boolean
  /** The day of the newest rates, such as `2026-04-13`; null without rates. */
  readonly rates_day: string | null
  /** Days since then, by the clock of the database. */
  readonly rates_age: number | null
  /** The most that PostgreSQL allows to the role of this service. */
  readonly max_connections: number
}

/** A currency of artworks whose rate has not been renewed. */
export interface StaleRate {
  readonly currency: string
  /** The day of its newest rate. */
  readonly day: string
}

/** The currencies in which artworks have a price, whose newest rate is older than that of the dollar by `days`. */
export function selectStaleRates(db: DatabaseReader, days: number): Promise<StaleRate[]> {
  return selectRows(db)<StaleRate>`${sql.raw(KNOWN_CURRENCIES)}, newest AS MATERIALIZED (
      SELECT currency, (SELECT max(rate_date) FROM exchange_rates WHERE exchange_rates.currency = known.currency) AS day
      FROM known WHERE currency IS NOT NULL
    )
    SELECT currency, day::text FROM newest
    WHERE day < (SELECT day FROM newest WHERE currency = 'USD') - ${days}::integer
      AND EXISTS (SELECT FROM artworks WHERE price_currency = newest.currency AND price IS NOT NULL)
    ORDER BY currency`
}

/** The newest rate of the dollar stands for all rates: the European Central Bank publishes them together. */
export async function selectSetupState(db: DatabaseReader): Promise<SetupState> {
  const rows = await selectRows(db)<SetupState>`
    SELECT EXISTS (SELECT FROM api_keys WHERE revoked_at IS NULL) AS has_keys,
      EXISTS (SELECT FROM galleries) AS has_galleries, EXISTS (SELECT FROM venues) AS has_venues,
      newest.rate_date::text AS rates_day,
      (now() AT TIME ZONE 'UTC')::date - newest.rate_date AS rates_age,
      least(
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
          - CASE WHEN pg_has_role(to_regrole('pg_use_reserved_connections'), 'USAGE') THEN 0
            -- PostgreSQL 15 has neither the role nor the setting.
            ELSE coalesce(current_setting('reserved_connections', true)::integer, 0) END,
        (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
        (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
      ) AS max_connections
    FROM (VALUES (1)) AS always LEFT JOIN LATERAL (
      SELECT rate_date FROM exchange_rates WHERE currency = 'USD' ORDER BY rate_date DESC LIMIT 1
    ) AS newest ON true`
  return rows[0] as SetupState
}

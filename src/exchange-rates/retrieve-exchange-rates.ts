import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { selectNewestRates } from './exchange-rate-queries.ts'

/** The newest rate of each currency, with which prices are converted. */
export async function retrieveExchangeRates(
  _input: Input<'retrieveExchangeRates'>,
  { db }: ReadContext,
): Promise<Reply<'retrieveExchangeRates'>> {
  const stored = await selectNewestRates(db)
  const newest = stored.toSorted((one, other) => one.date.localeCompare(other.date)).at(-1)
  return {
    status: 200,
    body: {
      date: newest?.date ?? null,
      source: newest?.source ?? null,
      rates: stored.map(({ currency, date, units_per_euro }) => ({
        currency,
        date,
        units_per_euro,
      })),
    },
  }
}

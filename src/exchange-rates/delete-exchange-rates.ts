import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { isoDate } from '../request-body/timestamp.ts'
import { deleteRates } from './exchange-rate-queries.ts'

/** DELETE: removes the rates of a day. Prices are then converted with the newest of the other rates. */
export async function deleteExchangeRates(
  { path: { date } }: Input<'deleteExchangeRates'>,
  { db }: Context,
): Promise<Reply<'deleteExchangeRates'>> {
  // No day such as 30 February has rates, and PostgreSQL would reject it.
  const isDay = isoDate(date) !== undefined
  if (isDay && (await deleteRates(db, date)) > 0) return { status: 204 }
  throw new Problem('not_found', `No exchange rate has the date ${date}.`)
}

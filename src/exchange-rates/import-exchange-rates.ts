import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { unprocessable, type Problem } from '../problems/problem.ts'
import { importRates } from './import-rates.ts'
import type { RateFile } from './rate-file.ts'

/** About four years; more are too many to store within the deadline of a request. */
const MAX_DAYS = 1_000

/** POST: stores the rates of a file, or nothing if one of its lines is invalid or a rate jumps. */
export async function importExchangeRates(
  { body, query }: Input<'importExchangeRates'>,
  { db }: Context,
): Promise<Reply<'importExchangeRates'>> {
  const { file, changes } = await importRates(db, body, {
    check: requireValid,
    allowsJumps: query.allow_jumps,
    onJump: (detail) => invalidFile(`${detail} If that is right, send allow_jumps=true.`),
    maxRows: MAX_DAYS,
  })
  const { added, changed } = changes
  const dates = file.days.map(({ date }) => date)
  const currencies = new Set(file.days.flatMap(({ rates }) => rates.map(([currency]) => currency)))
  const date = dates.toSorted().at(-1) ?? ''
  return { status: 200, body: { date, currencies: currencies.size, added, changed } }
}

/** @throws 422 for a file with a defect, without days, or with too many. */
function requireValid({ rowCount, defects }: RateFile): void {
  const detail = faultOf(rowCount, defects)
  if (detail !== undefined) throw invalidFile(detail)
}

function invalidFile(detail: string): Problem {
  return unprocessable([{ pointer: '', detail }])
}

function faultOf(rowCount: number, [first, ...others]: RateFile['defects']): string | undefined {
  if (rowCount > MAX_DAYS) return `It has more than ${MAX_DAYS} days.`
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` Invalid lines after it: ${others.length}.`
    return `Line ${first.line}, column ${first.column}: ${first.reason}.${more}`
  }
  return rowCount === 0 ? 'It has no day.' : undefined
}

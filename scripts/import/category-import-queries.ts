import { sql, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

/**
 * Finds the categories whatever their case, and makes those that are missing.
 * @returns their ids by name in lower case.
 */
export async function upsertCategories(
  trx: Transaction<Database>,
  names: readonly string[],
): Promise<Map<string, number>> {
  const byLowerCase = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]))
  const found = await findCategories(trx, byLowerCase)
  if (found.size === byLowerCase.size) return found
  // Two imports at once must not make one category in two cases.
  await sql`LOCK TABLE artwork_categories IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  const existing = await findCategories(trx, byLowerCase)
  const missing = [...byLowerCase].filter(([key]) => !existing.has(key))
  await insertCategories(
    trx,
    missing.map(([, name]) => name),
  )
  return findCategories(trx, byLowerCase)
}

async function findCategories(
  trx: Transaction<Database>,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const categories = await trx.selectFrom('artwork_categories').select(['id', 'name']).execute()
  const entries = categories.map(({ id, name }) => [name.toLowerCase(), id] as const)
  return new Map(entries.filter(([key]) => names.has(key)))
}

async function insertCategories(
  trx: Transaction<Database>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await trx
    .insertInto('artwork_categories')
    .values(names.map((name) => ({ name })))
    .execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { ListName } from '../orderings.ts'
import { selectWrongDocuments } from './filler-queries.ts'

const WINDOW = 1_000

/**
 * Compares every stored document of the list with one made of its record.
 * @returns the ids of those that differ.
 */
export async function checkDocuments(db: Kysely<Database>, list: ListName): Promise<number[]> {
  const found: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const { last, wrong } = await selectWrongDocuments(db, list, after, WINDOW)
    found.push(...wrong)
    after = last
  }
  return found
}

import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { selectWrongDocuments } from './document-queries.ts'
import { selectWrongPrices } from './price-work.ts'

/** What is stored of records beside their rows. */
export const DERIVED_DATA = [
  'documents of artworks',
  'documents of events',
  'prices of artworks',
] as const

export type DerivedData = (typeof DERIVED_DATA)[number]

type Select = (
  db: Kysely<Database>,
  after: number,
  size: number,
) => Promise<{ readonly last: number | null; readonly wrong: readonly number[] }>

const SELECTS: Readonly<Record<DerivedData, Select>> = {
  'documents of artworks': (db, ...rows) => selectWrongDocuments(db, 'artworks', ...rows),
  'documents of events': (db, ...rows) => selectWrongDocuments(db, 'events', ...rows),
  'prices of artworks': selectWrongPrices,
}

const WINDOW = 1_000

/**
 * Compares all that is stored with what the records make.
 * @returns the ids of records of which it differs.
 */
export async function checkDerivedData(
  db: Kysely<Database>,
  store: DerivedData,
): Promise<number[]> {
  const found: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const { last, wrong } = await SELECTS[store](db, after, WINDOW)
    found.push(...wrong)
    after = last
  }
  return found
}

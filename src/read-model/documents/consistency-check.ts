import type { DatabaseReader } from '../../database/kysely.ts'
import { selectWrongDocuments } from './document-queries.ts'
import type { DocumentSpec } from './document-spec.ts'
import { selectWrongPrices } from './price-refresh.ts'
import type { WrongWindow } from './refresh-task.ts'

/** @returns the ids of records whose stored document differs from the one built from the record. */
export function findWrongDocuments(db: DatabaseReader, spec: DocumentSpec): Promise<number[]> {
  return findWrong((after, size) => selectWrongDocuments(db, spec, after, size))
}

/** @returns the ids of artworks whose stored prices differ from those computed from the artwork. */
export function findWrongPrices(db: DatabaseReader): Promise<number[]> {
  return findWrong((after, size) => selectWrongPrices(db, after, size))
}

const WINDOW = 1_000

async function findWrong(
  select: (after: number, size: number) => Promise<WrongWindow>,
): Promise<number[]> {
  const found: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const { last, wrong } = await select(after, WINDOW)
    found.push(...wrong)
    after = last
  }
  return found
}

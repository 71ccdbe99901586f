import type { Kysely } from 'kysely'
import type { RuleViolation } from '../database/broken-rules.ts'
import type { Database } from '../database/tables.ts'
import { unprocessable } from '../problem.ts'
import { unknownReferences, type Reference } from '../writing/related-records.ts'
import type { ArtworkInput } from './artwork-columns.ts'
import { hasRate } from './artwork-writing-queries.ts'

/**
 * @throws 422 naming all related records that are not there, and a currency without a rate. The rules
 *   on two values are kept by the database.
 */
export async function requireArtworkRules(
  db: Kysely<Database>,
  fields: ArtworkInput,
): Promise<void> {
  const broken = [
    ...(await unknownReferences(db, relatedOf(fields))),
    ...(await noRate(db, fields)),
  ]
  if (broken.length > 0) throw unprocessable(broken)
}

function relatedOf({ artists, tags = [], gallery, category }: ArtworkInput): Reference[] {
  return [
    ...artists.map((id, at) => ({ pointer: `/artists/${at}`, table: 'artists' as const, id })),
    { pointer: '/gallery', table: 'galleries', id: gallery },
    { pointer: '/category', table: 'artwork_categories', id: category },
    ...tags.map((id, at) => ({ pointer: `/tags/${at}`, table: 'tags' as const, id })),
  ]
}

/** A price that cannot be converted would have no place in the order of prices. */
async function noRate(
  db: Kysely<Database>,
  { price, price_currency: currency = 'EUR' }: ArtworkInput,
): Promise<RuleViolation[]> {
  if (price === undefined || price === null || (await hasRate(db, currency))) return []
  return [{ pointer: '/price_currency', detail: `There is no reference rate of ${currency}.` }]
}

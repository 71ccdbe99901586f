import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { unprocessable } from '../problem.ts'
import { unknownCountry } from '../writing/country-rule.ts'
import { unknownReferences, type Reference } from '../writing/related-records.ts'
import type { EventPatch } from './event-columns.ts'

/** @throws 422 naming all related records that are not there, and a country that is none. */
export async function requireEventRules(db: Kysely<Database>, fields: EventPatch): Promise<void> {
  const { venue, category, country } = fields
  const related: Reference[] = []
  if (venue !== undefined) related.push({ pointer: '/venue', table: 'venues', id: venue })
  if (category !== undefined) {
    related.push({ pointer: '/category', table: 'event_categories', id: category })
  }
  const broken = [...(await unknownReferences(db, related)), ...(await unknownCountry(country))]
  if (broken.length > 0) throw unprocessable(broken)
}

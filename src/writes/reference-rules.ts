import type { Kysely } from 'kysely'
import type { RuleViolation } from '../database/errors.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { selectKnownIds } from './reference-queries.ts'

/** A record that a request names by its id, and where it does. */
export interface Reference {
  readonly pointer: string
  readonly table: NamedTable
  readonly id: number
}

const NOUNS: Readonly<Record<NamedTable, string>> = {
  artists: 'artist',
  artwork_categories: 'artwork category',
  event_categories: 'event category',
  galleries: 'gallery',
  tags: 'tag',
  venues: 'venue',
}

/** A rule for each related record that is not there. A foreign key keeps what a check cannot see. */
export async function unknownReferences(
  db: Kysely<Database>,
  related: readonly Reference[],
): Promise<RuleViolation[]> {
  const wanted = new Map<NamedTable, number[]>()
  for (const { table, id } of related) wanted.set(table, [...(wanted.get(table) ?? []), id])
  const known = await selectKnownIds(db, wanted)
  return related
    .filter(({ table, id }) => known.get(table)?.has(id) !== true)
    .map(({ pointer, table, id }) => ({ pointer, detail: `No ${NOUNS[table]} has the id ${id}.` }))
}

/** A rule for two letters that are the code of no country (ISO 3166-1); empty text is none at all. */
export async function unknownCountry(country: string | undefined): Promise<RuleViolation[]> {
  if (country === undefined || country === '' || (await isCountryCode(country))) return []
  return [{ pointer: '/country', detail: 'It is not an ISO 3166-1 alpha-2 code.' }]
}

/** EU, XK and others are reserved, or anybody's to use, and no country's. */
async function isCountryCode(code: string): Promise<boolean> {
  // Not before a country is to be judged: it reads all their borders, which would hold up every start.
  const { feature } = await import('@rapideditor/country-coder')
  const { iso1A2, isoStatus } = feature(code)?.properties ?? {}
  return iso1A2 === code && isoStatus === 'official'
}

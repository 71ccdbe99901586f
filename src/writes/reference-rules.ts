import type { Kysely } from 'kysely'
import type { RuleViolation } from '../database/errors.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { selectKnownIds } from './reference-queries.ts'

/** A reference of a request to a record by its id. */
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

/** A violation for each referenced record that does not exist. A foreign key covers concurrent deletes. */
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

/** A violation for a code that no country has (ISO 3166-1). An empty text means no country. */
export async function unknownCountry(country: string | undefined): Promise<RuleViolation[]> {
  if (country === undefined || country === '' || (await isCountryCode(country))) return []
  return [{ pointer: '/country', detail: 'It is not an ISO 3166-1 alpha-2 code.' }]
}

/** Reserved and user-assigned codes, such as EU and XK, are not country codes. */
async function isCountryCode(code: string): Promise<boolean> {
  // Imported on demand: it loads the borders of all countries, which would slow down every start.
  const { feature } = await import('@rapideditor/country-coder')
  const { iso1A2, isoStatus } = feature(code)?.properties ?? {}
  return iso1A2 === code && isoStatus === 'official'
}

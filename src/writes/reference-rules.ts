import type { RuleViolation } from '../database/errors.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import type { NamedTable } from '../database/tables.ts'
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

/** The ids that exist, by table. */
export type KnownIds = ReadonlyMap<NamedTable, ReadonlySet<number>>

/** Looks up which of the referenced records exist. */
export function loadReferences(
  db: DatabaseReader,
  related: readonly Reference[],
): Promise<KnownIds> {
  const wanted = new Map<NamedTable, Set<number>>()
  for (const { table, id } of related) {
    const ids = wanted.get(table)
    if (ids === undefined) wanted.set(table, new Set([id]))
    else ids.add(id)
  }
  return selectKnownIds(db, wanted)
}

/** A violation for each referenced record that does not exist. A foreign key covers concurrent deletes. */
export function unknownReferences(known: KnownIds, related: readonly Reference[]): RuleViolation[] {
  return related
    .filter(({ table, id }) => known.get(table)?.has(id) !== true)
    .map(({ pointer, table, id }) => ({ pointer, detail: `No ${NOUNS[table]} has the id ${id}.` }))
}

/**
 * Those of the texts that are codes of countries (ISO 3166-1). Reserved and user-assigned codes, such as EU and XK, are
 * not.
 */
export async function countryCodesAmong(
  texts: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const given = new Set(texts.filter((text) => text !== undefined && text !== '')) as Set<string>
  if (given.size === 0) return given
  // Imported on demand: it loads the borders of all countries, which would slow down every start.
  const { feature } = await import('@rapideditor/country-coder')
  const isCountryCode = (code: string): boolean => {
    const { iso1A2, isoStatus } = feature(code)?.properties ?? {}
    return iso1A2 === code && isoStatus === 'official'
  }
  return new Set([...given].filter(isCountryCode))
}

/** A violation for a code that is not among `codes`. An empty text means no country. */
export function unknownCountry(
  country: string | undefined,
  codes: ReadonlySet<string>,
): RuleViolation[] {
  if (country === undefined || country === '' || codes.has(country)) return []
  return [{ pointer: '/country', detail: 'It is not an ISO 3166-1 alpha-2 code.' }]
}

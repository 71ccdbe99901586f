import type { Kysely } from 'kysely'
import type { RuleViolation } from '../database/broken-rules.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { selectKnownIds } from './related-record-queries.ts'

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

import type { Kysely } from 'kysely'
import type { BrokenRule } from '../database/broken-rules.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { selectKnownIds } from './related-record-queries.ts'

/** A record that a request names by its id, and where it does. */
export interface Related {
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
export async function unknownRecords(
  db: Kysely<Database>,
  related: readonly Related[],
): Promise<BrokenRule[]> {
  const rules: BrokenRule[] = []
  for (const table of new Set(related.map((one) => one.table))) {
    const ofTable = related.filter((one) => one.table === table)
    const ids = ofTable.map(({ id }) => id)
    const known = await selectKnownIds(db, table, ids)
    for (const { pointer, id } of ofTable.filter((one) => !known.has(one.id))) {
      rules.push({ pointer, detail: `No ${NOUNS[table]} has the id ${id}.` })
    }
  }
  return rules
}

import { sql } from 'kysely'
import { selectRows, type DatabaseReader } from '../../src/database/kysely.ts'
import type { NamedTable } from '../../src/database/tables.ts'

/** A word by which a record can be referred to. */
export interface NamedRecord {
  readonly id: number
  readonly name: string
  readonly slug: string | null
  readonly external_id: string | null
}

const SOURCES: Readonly<Partial<Record<NamedTable, string>>> = {
  artists: 'artist',
  venues: 'venue',
}

/** All records of a kind, each with its name, its slug and the ids that publishers have given it. */
export function selectNames(db: DatabaseReader, kind: NamedTable): Promise<NamedRecord[]> {
  const source = SOURCES[kind]
  const externalId = source === undefined ? sql`NULL::text` : sql`source.external_id`
  const join =
    source === undefined
      ? sql``
      : sql`LEFT JOIN ${sql.table(`${source}_sources`)} AS source ON ${sql.ref(`source.${source}_id`)} = record.id`
  return selectRows(db)<NamedRecord>`
    SELECT record.id, record.name, to_jsonb(record) ->> 'slug' AS slug, ${externalId} AS external_id
    FROM ${sql.table(kind)} AS record ${join} ORDER BY record.id`
}

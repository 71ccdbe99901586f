import { sql } from 'kysely'
import { selectRows, type DatabaseReader } from '../../src/database/kysely.ts'
import type { ReferenceKind } from './file-kinds.ts'

/** A word by which a record can be referred to. */
export interface NamedRecord {
  readonly id: number
  readonly name: string
  readonly slug: string | null
  readonly external_id: string | null
}

const SOURCES: Readonly<Partial<Record<ReferenceKind, string>>> = {
  artists: 'artist',
  venues: 'venue',
}

/** All records of a kind, each with its name, its slug and the ids that publishers have given it. */
export function selectNames(db: DatabaseReader, kind: ReferenceKind): Promise<NamedRecord[]> {
  const source = SOURCES[kind]
  const slug = kind === 'tags' || kind === 'artwork_categories' ? sql`NULL::text` : sql`record.slug`
  const externalId = source === undefined ? sql`NULL::text` : sql`source.external_id`
  const join =
    source === undefined
      ? sql``
      : sql`LEFT JOIN ${sql.table(`${source}_sources`)} AS source ON ${sql.ref(`source.${source}_id`)} = record.id`
  return selectRows(db)<NamedRecord>`
    SELECT record.id, record.name, ${slug} AS slug, ${externalId} AS external_id
    FROM ${sql.table(kind)} AS record ${join} ORDER BY record.id`
}

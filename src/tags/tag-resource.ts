import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { TagTable } from '../database/tables.ts'
import { timestampText } from '../database/timestamp-text.ts'
import { part } from '../reading/records/part.ts'

export type TagRow = Selectable<TagTable>

export function tagResource(row: TagRow): components['schemas']['Tag'] {
  return part('tag', row.id, {
    id: row.id,
    created_at: timestampText(row.created_at),
    updated_at: timestampText(row.updated_at),
    name: row.name,
    description: row.description,
  })
}

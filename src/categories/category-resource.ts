import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { ArtworkCategoryTable, EventCategoryTable } from '../database/tables.ts'
import { timestampText } from '../database/timestamp-text.ts'
import { absoluteMediaUrl } from '../embedded/media-url.ts'
import { part } from '../reading/records/part.ts'

type Schemas = components['schemas']
export type ArtworkCategoryRow = Selectable<ArtworkCategoryTable> & { collectors: string[] }
export type EventCategoryRow = Selectable<EventCategoryTable>

export function artworkCategoryResource(row: ArtworkCategoryRow): Schemas['ArtworkCategory'] {
  return part('artwork_category', row.id, {
    id: row.id,
    created_at: timestampText(row.created_at),
    updated_at: timestampText(row.updated_at),
    name: row.name,
    description: row.description,
    meta_description: row.meta_description,
    caption: row.caption,
    tooltip: row.tooltip,
    editor_notes: row.editor_notes,
    collectors: row.collectors,
  })
}

export function eventCategoryResource(
  row: EventCategoryRow,
  mediaUrl: string,
): Schemas['EventCategory'] {
  return part('event_category', row.id, {
    id: row.id,
    image: row.image && absoluteMediaUrl(mediaUrl, row.image),
    slug: row.slug,
    created_at: timestampText(row.created_at),
    updated_at: timestampText(row.updated_at),
    name: row.name,
    description: row.description,
    tooltip: row.tooltip,
    editor_notes: row.editor_notes,
    meta_description: row.meta_description,
    caption: row.caption,
  })
}

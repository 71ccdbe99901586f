import type { DB } from '../../generated/database.ts'

/**
 * One interface per table, generated from the schema (`npm run generate`). Timestamps are PostgreSQL's text
 * (`timestampText` in kysely.ts) and `numeric` is decimal text, so that neither loses a digit.
 */
export type Database = DB

/** The tables with `name` and `name_sort_key`, whose rows other records refer to by id; with the noun of a row. */
export const NAMED_TABLES = {
  artists: 'artist',
  artwork_categories: 'artwork category',
  event_categories: 'event category',
  galleries: 'gallery',
  tags: 'tag',
  venues: 'venue',
} as const satisfies Partial<Record<keyof Database, string>>

export type NamedTable = keyof typeof NAMED_TABLES

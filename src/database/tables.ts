import type { DB } from '../../generated/database.ts'

/**
 * One interface per table, generated from the schema (`npm run generate`). Timestamps are PostgreSQL's text
 * (`timestampText` in kysely.ts) and `numeric` is decimal text, so that neither loses a digit.
 */
export type Database = DB

/** The tables with `name` and `name_sort_key`, whose rows other records refer to by id. */
export type NamedTable =
  | 'artists'
  | 'artwork_categories'
  | 'event_categories'
  | 'galleries'
  | 'tags'
  | 'venues'

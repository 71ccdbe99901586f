import type { QueryConfig } from 'pg'

/** A query with a response timeout, which `pg` reads, but which its types do not have; undefined means no limit. */
export interface TimedQuery extends QueryConfig {
  readonly query_timeout: number | undefined
}

/** A prepared statement with its values; PostgreSQL keeps it for the connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | number | null)[]
}

/** Rows as arrays of column values in PostgreSQL's text format, in the order of the select list. */
export type Rows = readonly (readonly (string | null)[])[]

/** A prepared statement with its values; PostgreSQL keeps it for the connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | number | null)[]
}

/** Rows as arrays of column values in PostgreSQL's text format, in the order of the select list. */
export type Rows = readonly (readonly (string | null)[])[]

/** A statement for the round's connection, prepared there under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | number | null)[]
}

/** Rows as their columns, in the order of the statement's, as PostgreSQL's text. */
export type Rows = readonly (readonly (string | null)[])[]

/** The fields of a row, under their names in the file. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A row that cannot be read, and why. */
export interface RowError {
  readonly line: number
  readonly error: string
  /** The id of the record in the file, where the row shows one. */
  readonly externalId?: string
  /** Its texts, if it has some, and the option with which it could be read. */
  readonly texts?: readonly string[]
  readonly hint?: string
}

/** A row as a line in the words of the contract. */
export type Row = { readonly line: number; readonly fields: Fields } | RowError

/** A text of CSV, or a value of JSON. */
export type Cell = string | number | boolean | null | readonly unknown[]

/** What a format reads: a header, a row of cells, an object, or a row that cannot be read. */
export type SourceRow =
  | { readonly line: number; readonly headings: readonly string[] }
  | { readonly line: number; readonly cells: ReadonlyMap<string, Cell> }
  | { readonly line: number; readonly object: Fields }
  | RowError

/** A row that was not imported. */
export interface RejectedRow {
  /** Line of the file on which the row starts, counted from 1. */
  readonly line: number
  /** The id of the record in the file, where the row shows one. */
  readonly externalId: string | undefined
  readonly reason: string
}

/** A text of a file on one line of at most `max` characters: it must not move the cursor. */
export function shorten(text: string, max: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  return line.length > max ? `${line.slice(0, max - 1)}…` : line
}

/** Ends an import; the message is for the person who started it. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** The fields of a row, under the publisher's names. */
export type Fields = Readonly<Record<string, unknown>>

/** A row of a file: its fields, or the defect that makes them unreadable. */
export type Row =
  | { readonly line: number; readonly fields: Fields }
  | { readonly line: number; readonly defect: string }

/** How a file is read as rows. */
export interface RowFormat {
  /** @throws {UnexpectedContent} when the file turns out to be of another kind. */
  rows(chunks: AsyncIterable<Buffer>): AsyncIterable<Row>
  /** Whether the row shows that the file is of the expected kind. */
  recognises(row: Row): boolean
}

/** The file is of another kind than the requested one. */
export class UnexpectedContent extends Error {}

/** Thrown while a row is read: the row is rejected for this reason, and the import goes on. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
}

/** A row that was not imported. */
export interface RejectedRow {
  /** Line of the file on which the row starts, counted from 1. */
  readonly line: number
  /** The publisher's id, where the row shows one. */
  readonly externalId: string | undefined
  readonly reason: string
}

/** Ends an import; the message is for the person who started it. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** The import was interrupted; imported rows stay. */
export class ImportInterrupted extends ImportError {}

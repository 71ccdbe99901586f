/** What a row says, under the publisher's names. */
export type Fields = Readonly<Record<string, unknown>>

/** A row of a file: its fields, or what keeps them from being read. */
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

/** The file is of another kind than the one asked for. */
export class UnexpectedContent extends Error {}

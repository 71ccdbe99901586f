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

/** A place in a feed: after the entry with the number `no`. */
export interface FeedCursor {
  /** The epoch in which the place was given out. */
  readonly epoch: string
  readonly no: number
  /** The last number when the client began to read, or `no` if that is higher. It has no record that was deleted before. */
  readonly start: number
  /**
   * Numbers of entries up to `no` whose long records had changed when the client read them (long-records.ts). The digest of
   * the list says nothing about the client's copy until all of them have got their next numbers.
   */
  readonly outdated?: readonly number[] | undefined
}

/** More would not fit into the text of a cursor (contract, `Cursor`). */
export const MAX_OUTDATED = 16

/** PostgreSQL takes the epoch as a uuid. */
const FORMAT =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,16}):(\d{1,16})((?::\d{1,16}){0,16})$/

/** The same text for the same place in the same epoch, once the client has read what there was when it began. */
export function cursorText({ epoch, no, start, outdated = [] }: FeedCursor): string {
  const parts = [epoch, no, Math.max(no, start), ...outdated]
  return Buffer.from(parts.join(':')).toString('base64url')
}

/** @returns undefined for a text that is no cursor. */
export function parseCursor(text: string): FeedCursor | undefined {
  const [, epoch, no, start, outdated = ''] =
    FORMAT.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (epoch === undefined) return undefined
  const numbers = outdated.split(':').slice(1).map(Number)
  return { epoch, no: Number(no), start: Number(start), outdated: numbers }
}

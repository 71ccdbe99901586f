/** A place in a feed: after the entry with the number `no`. */
export interface FeedCursor {
  /** The epoch in which the place was given out. */
  readonly epoch: string
  readonly no: number
  /** The last number when the client began to read, or `no` if that is higher. It has no record that was deleted before. */
  readonly start: number
}

/** PostgreSQL takes the epoch as a uuid. */
const FORMAT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,16}):(\d{1,16})$/

/** The same text for the same place in the same epoch, once the client has read what there was when it began. */
export function cursorText({ epoch, no, start }: FeedCursor): string {
  return Buffer.from(`${epoch}:${no}:${Math.max(no, start)}`).toString('base64url')
}

/** @returns undefined for a text that is no cursor. */
export function parseCursor(text: string): FeedCursor | undefined {
  const [, epoch, no, start] = FORMAT.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  return epoch === undefined ? undefined : { epoch, no: Number(no), start: Number(start) }
}

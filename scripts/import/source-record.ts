import { createHash } from 'node:crypto'

/** A record as a publisher has it. */
export interface SourceRecord {
  /** The publisher's id. */
  readonly externalId: string
}

/** The same for two records exactly when all that is stored of them is the same. */
export function fingerprintOf(record: SourceRecord): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url')
}

import { timestampText } from '../../src/database/timestamp-text.ts'

/** To the second, in UTC, from PostgreSQL's text. */
export function readableTime(raw: string): string {
  return timestampText(raw).replace(/\.\d+/, '')
}

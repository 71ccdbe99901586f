import { timestampText } from '../../src/database/kysely.ts'

/** To the second, in UTC, from PostgreSQL's text. */
export function readableTime(raw: string): string {
  return timestampText(raw).replace(/\.\d+/, '')
}

import { timestampText } from '../database/timestamp-text.ts'

export interface SummaryParts {
  readonly title: string
  readonly category: string
  /** Timestamps of PostgreSQL, in UTC. */
  readonly start: string
  readonly end: string
  readonly venue: string
  readonly address: string
}

/**
 * One sentence naming title, category, start, end, venue and address (contract, Event). It has no article
 * before the category, which may be a plural or begin with a vowel.
 */
export function eventSummary({
  title,
  category,
  start,
  end,
  venue,
  address,
}: SummaryParts): string {
  const place = placeText(venue, address)
  return `${title}: ${category} event from ${day(start)} to ${day(end)} at ${place}.`
}

/** An address often begins with the venue already. */
function placeText(venue: string, address: string): string {
  if (address === '') return venue
  return address.startsWith(venue) ? address : `${venue}, ${address}`
}

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** `14 March 2024`, in UTC. */
function day(timestamp: string): string {
  const [year = '', month = '', date = ''] = timestampText(timestamp).slice(0, 10).split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${Number(year)}`
}

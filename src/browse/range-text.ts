import type { Listing, ListQuery } from './list-query.ts'

const whole = new Intl.NumberFormat('en')

/** Which records of how many a page shows: `19–36 of 5,651`. */
export function rangeText({ count, results }: Listing, { offset, given }: ListQuery): string {
  const status = given['publish_status']
  const state = status === undefined || status === 'published' ? '' : `, ${status}`
  if (results.length === 0) return `None of ${whole.format(count)}${state}`
  const range = `${whole.format(offset + 1)}–${whole.format(offset + results.length)}`
  return `${range} of ${whole.format(count)}${state}`
}

import { API_URL } from '../../support/app.ts'
import type { EventRecord, PublishStatus } from './model.ts'
import { timeKey } from './timestamps.ts'

export const STATES = ['published', 'draft', 'archived'] as const
export const ORDERINGS = ['start_time', '-start_time', 'end_time', '-end_time'] as const

/** The parameters of a list; those that are undefined are left out. */
export interface Query {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly ordering?: (typeof ORDERINGS)[number] | undefined
  readonly publish_status?: PublishStatus | undefined
}

/** The page of the records, which are in no order. */
export function pageOf(records: readonly EventRecord[], query: Query): object {
  const { limit = 18, offset = 0 } = query
  const linkTo = (to: number) => `${API_URL}/events/${searchOf({ ...query, limit, offset: to })}`
  return {
    count: records.length,
    next: offset + limit < records.length ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(Math.max(0, offset - limit)) : null,
    results: inOrder(records, query).slice(offset, offset + limit),
  }
}

/** Those with the same time stand in the order of their making, or in its reverse. */
function inOrder(
  records: readonly EventRecord[],
  { ordering = '-start_time' }: Query,
): EventRecord[] {
  const key = ordering.replace('-', '') as 'start_time' | 'end_time'
  const ascending = records.toSorted((one, other) => {
    const [time, otherTime] = [timeKey(one[key]), timeKey(other[key])]
    return time === otherTime ? one.id - other.id : time < otherTime ? -1 : 1
  })
  return ordering.startsWith('-') ? ascending.toReversed() : ascending
}

/** The query, with the names in alphabetical order, as links have them. */
export function searchOf(query: Query): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
  return given.length === 0 ? '' : `?${given.join('&')}`
}

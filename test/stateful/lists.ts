import { API_URL } from '../support/app.ts'
import { DEFAULT_LIMIT } from '../contract/document.ts'
import type { Kind } from './kind.ts'
import { isVisible, livingOf, shownOf, type Caller, type Model, type Shown } from './model.ts'

export const STATES = ['published', 'draft', 'archived'] as const

/** The parameters of a list; those that are undefined are left out. */
export interface Query {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly ordering?: string | undefined
  readonly publish_status?: (typeof STATES)[number] | undefined
}

/** The records of a list: public ones for all, those of another state for the clients that they belong to. */
export function listed(
  kind: Kind,
  model: Model,
  caller: Caller,
  { publish_status: status = 'published' }: Query,
): Shown[] {
  const isListed = status === 'published' ? kind.isPublic : () => true
  return livingOf(model, kind.name)
    .filter((record) => isListed(record.item) && isVisible(record, caller, model))
    .map((record) => shownOf(record, model))
    .filter(({ publish_status = status }) => publish_status === status)
}

/** The page of the unordered records. */
export function pageOf(kind: Kind, records: readonly Shown[], query: Query): object {
  const { limit = DEFAULT_LIMIT, offset = 0 } = query
  const linkTo = (to: number) =>
    `${API_URL}${kind.path}${searchOf({ ...query, limit, offset: to })}`
  return {
    count: records.length,
    next: offset + limit < records.length ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(Math.max(0, offset - limit)) : null,
    results: inOrder(kind, records, query).slice(offset, offset + limit),
  }
}

/** Records with the same value are ordered by id, in the same direction. Those without one come last. */
function inOrder(kind: Kind, records: readonly Shown[], query: Query): Shown[] {
  const { ordering = kind.orderings[0] ?? '' } = query
  const direction = ordering.startsWith('-') ? -1 : 1
  const keyOf = (shown: Shown) => kind.sortKey(shown, ordering.replace('-', ''))
  return records.toSorted((one, other) => {
    const [key, otherKey] = [keyOf(one), keyOf(other)]
    if (key === otherKey) return direction * (one.id - other.id)
    if (key === null || otherKey === null) return key === null ? 1 : -1
    return key < otherKey ? -direction : direction
  })
}

/** The query with its names in alphabetical order, as in links. */
export function searchOf(query: Query): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
  return given.length === 0 ? '' : `?${given.join('&')}`
}

import type { VNode } from 'preact'
import { humanize } from './formatting.tsx'
import { filterFields, ListFilters } from './list-filters.tsx'
import { listAddress, type ListQuery } from './list-query.ts'

interface ListControlsProps {
  readonly url: URL
  readonly query: ListQuery
  readonly orderings: Readonly<Record<string, string>>
}

/** The orderings by text, in the collation of the contract (description, Lists). */
const TEXT_ORDERING = /^-?(?:title|name)$/

const COLLATION_ID = 'collation'

/**
 * The order and the filters of the list as one form, so that whichever button sends it, nothing that a reader has entered is lost.
 * It opens the first page. It works without a script: the service leads to the address without the fields that are empty
 * (src/contract/dispatch.ts), so the usual value is empty.
 */
export function ListControls({ url, query, orderings }: ListControlsProps): VNode {
  const { ordering, parameters, given } = query
  const { name, offset: _, ...withoutName } = given
  const isByText = TEXT_ORDERING.test(ordering)
  return (
    <div class="controls">
      {/* A browser that goes back would restore what was sent from here, also into fields that are closed. */}
      <form action={url.pathname} autoComplete="off">
        <OtherParameters
          given={given}
          except={['name', 'ordering', 'limit', 'at', ...filterFields(query)]}
        />
        <div class="control">
          {parameters.has('name') && <NameField query={query} />}
          <OrderField query={query} orderings={orderings} isByText={isByText} />
          <SizeField query={query} />
          <button>Apply</button>
          {name !== undefined && <a href={listAddress(url, withoutName)}>Show all</a>}
        </div>
        {isByText && (
          <p id={COLLATION_ID} class="note">
            Numbers sort digit by digit: from A to Z, “10 Birds” comes before “9 Birds”.
          </p>
        )}
        <ListFilters url={url} query={query} />
      </form>
    </div>
  )
}

/** The name of the order of the ids in the request. */
export const ORDER_OF_IDS = 'As in the address'

interface OrderFieldProps extends Pick<ListControlsProps, 'query' | 'orderings'> {
  readonly isByText: boolean
}

function OrderField({ query, orderings, isByText }: OrderFieldProps): VNode | null {
  const { ordering, usualOrdering, parameters, given } = query
  const all = parameters.get('ordering')?.schema.enum ?? []
  const orders = all.filter((value) => value !== '-relevance' || 'q' in given)
  if (orders.length === 0) return null
  return (
    <div class="field">
      <label for="ordering">Order</label>
      <select id="ordering" name="ordering" aria-describedby={isByText ? COLLATION_ID : undefined}>
        {usualOrdering === '' && (
          <option value="" selected={ordering === ''}>
            {ORDER_OF_IDS}
          </option>
        )}
        {orders.map((value) => (
          <option
            key={value}
            value={value === usualOrdering ? '' : value}
            selected={value === ordering}
          >
            {orderings[value] ?? orderingText(value)}
          </option>
        ))}
      </select>
    </div>
  )
}

function SizeField({ query: { limit, parameters } }: Pick<ListControlsProps, 'query'>): VNode {
  const { default: usual = limit, maximum = limit } = parameters.get('limit')?.schema ?? {}
  const sizes = [...new Set([Number(usual), 2 * Number(usual), maximum, limit])]
  return (
    <div class="field">
      <label for="limit">Per page</label>
      <select id="limit" name="limit">
        {sizes
          .toSorted((a, b) => a - b)
          .map((size) => (
            <option key={size} value={size === usual ? '' : size} selected={size === limit}>
              {size}
            </option>
          ))}
      </select>
    </div>
  )
}

/** The default name of an ordering: `-end_date` is `End date, descending`. */
function orderingText(ordering: string): string {
  const isDescending = ordering.startsWith('-')
  const field = humanize(ordering.replace('-', ''))
  return `${field}, ${isDescending ? 'descending' : 'ascending'}`
}

function NameField({ query: { given, parameters } }: Pick<ListControlsProps, 'query'>): VNode {
  return (
    <div class="field">
      <label for="name">Name has</label>
      <input
        type="search"
        id="name"
        name="name"
        maxLength={parameters.get('name')?.schema.maxLength}
        value={given['name'] ?? ''}
      />
    </div>
  )
}

/** The other parameters of the request, as hidden fields. */
function OtherParameters({
  given,
  except,
}: {
  given: ListQuery['given']
  except: readonly string[]
}) {
  const others = Object.entries(given).filter(
    ([name]) => name !== 'offset' && !except.includes(name),
  )
  return (
    <>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

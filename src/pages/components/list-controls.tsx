import type { VNode } from 'preact'
import { humanize } from './formatting.tsx'
import { listAddress, type ListQuery } from './list-query.ts'

interface ListControlsProps {
  readonly url: URL
  readonly query: ListQuery
  readonly orderings: Readonly<Record<string, string>>
}

/** The orderings by text, in the collation of the contract (description, Lists). */
const TEXT_ORDERING = /^-?(?:title|name)$/

const COLLATION_ID = 'collation'

/** The parameters of the list as forms. A submitted form opens the first page. */
export function ListControls({ url, query, orderings }: ListControlsProps): VNode {
  const { limit, ordering, parameters, given } = query
  const { default: usual = limit, maximum = limit } = parameters.get('limit')?.schema ?? {}
  const all = parameters.get('ordering')?.schema.enum ?? []
  const orders = all.filter((value) => value !== '-relevance' || 'q' in given)
  const isByText = TEXT_ORDERING.test(ordering)
  const sizes = [...new Set([Number(usual), 2 * Number(usual), maximum, limit])]
  return (
    <div class="controls">
      {parameters.has('name') && <NameSearch url={url} query={query} />}
      <form action={url.pathname} class="control">
        <OtherParameters given={given} except={['ordering', 'limit']} />
        {orders.length > 0 && (
          <div class="field">
            <label for="ordering">Order</label>
            <select
              id="ordering"
              name="ordering"
              aria-describedby={isByText ? COLLATION_ID : undefined}
            >
              {ordering === '' && (
                // Not submitted, because it is disabled: the ids keep their order.
                <option disabled selected>
                  As in the address
                </option>
              )}
              {orders.map((value) => (
                <option key={value} value={value} selected={value === ordering}>
                  {orderings[value] ?? orderingText(value)}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="field">
          <label for="limit">Per page</label>
          <select id="limit" name="limit">
            {sizes
              .toSorted((a, b) => a - b)
              .map((size) => (
                <option key={size} value={size} selected={size === limit}>
                  {size}
                </option>
              ))}
          </select>
        </div>
        <button>Apply</button>
      </form>
      {isByText && (
        <p id={COLLATION_ID} class="note">
          Numbers sort digit by digit: from A to Z, “10 Birds” comes before “9 Birds”.
        </p>
      )}
    </div>
  )
}

/** The default name of an ordering: `-end_date` is `End date, descending`. */
function orderingText(ordering: string): string {
  const isDescending = ordering.startsWith('-')
  const field = humanize(ordering.replace('-', ''))
  return `${field}, ${isDescending ? 'descending' : 'ascending'}`
}

/** A separate form: in a common one, an empty `name` would be sent too, which is an invalid parameter. */
function NameSearch({ url, query: { given, parameters } }: Omit<ListControlsProps, 'orderings'>) {
  const { name, offset: _, ...others } = given
  return (
    <form action={url.pathname} role="search" class="control">
      <OtherParameters given={given} except={['name']} />
      <div class="field">
        <label for="name">Name has</label>
        <input
          type="search"
          id="name"
          name="name"
          required
          maxLength={parameters.get('name')?.schema.maxLength}
          value={name ?? ''}
        />
      </div>
      <button>Search</button>
      {name !== undefined && <a href={listAddress(url, others)}>Show all</a>}
    </form>
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

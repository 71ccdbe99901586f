import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { numberFormat } from './formatting.tsx'
import { OF_TIME, type EventTime } from './event-times.ts'
import { listAddress, type Listing } from './list-query.ts'
import { filterName, Isolated, rangesIn, valueText } from './text.tsx'
import type { ViewProps } from './view.ts'

type Facet = components['schemas']['Facet']

/** Links that narrow a short list, with the number of records that each leaves. */
export function ListFacets({ viewed }: { readonly viewed: ViewProps<Listing> }): VNode | null {
  const { body, url, parts } = viewed
  // A value that all records have leaves the list as it is.
  const facets = Object.entries(parts?.facets ?? {}).filter(([, { values }]) =>
    values.some(({ count }) => count < body.count),
  )
  if (facets.length === 0) return null
  return (
    <details class="filters">
      <summary>Narrow these {numberFormat.format(body.count)}</summary>
      <div class="facets">
        {facets.map(([name, facet]) => (
          <FacetLinks key={name} list={url} name={name} facet={facet} />
        ))}
      </div>
    </details>
  )
}

interface FacetLinksProps {
  /** The list with the parameters of the request. */
  readonly list: URL
  readonly name: string
  readonly facet: Facet
}

/** Links to the list with each value of a facet. */
export function FacetLinks({
  list,
  name,
  facet: { values, has_more },
}: FacetLinksProps): VNode | null {
  if (values.length === 0) return null
  return (
    <section>
      <h2>
        {filterName(name)}
        {rangesIn(name, list.searchParams)}
      </h2>
      <ul>
        {values.map(({ label, count, url }) => (
          <li key={url}>
            <a href={narrowed(list, name, url)}>
              <Isolated>{valueText(name, label)}</Isolated>
            </a>{' '}
            <span class="faint">{numberFormat.format(count)}</span>
          </li>
        ))}
      </ul>
      {has_more && <p class="faint">These are the most frequent ones.</p>}
    </section>
  )
}

/** The list with a value of a facet. Without an ordering of the request, events of a time come in the order of that time. */
function narrowed(list: URL, facet: string, url: string): string {
  const query = Object.fromEntries(URL.parse(url)?.searchParams ?? [])
  const order = facet === 'when' && OF_TIME[query['when'] as EventTime]
  return listAddress(list, { ...(order && { ordering: order.ordering }), ...query })
}

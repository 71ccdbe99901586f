import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { numberFormat } from '../components/formatting.tsx'
import { FacetLinks } from '../components/list-facets.tsx'
import { listAddress } from '../components/list-query.ts'
import { RecordView } from '../components/record-view.tsx'
import { filtersText } from '../components/text.tsx'
import type { ViewProps } from '../components/view.ts'

type Schemas = components['schemas']

/** The view of the facets of a list: links to the list with each value of each field. */
export function FacetsView(viewed: ViewProps<Schemas['ArtworkFacets' | 'EventFacets']>): VNode {
  const { body, url, operation, parts } = viewed
  const [collection = ''] = operation.tags
  const list = new URL(url)
  list.pathname = url.pathname.replace(/facets\/$/, '')
  const { format: _, ...filters } = Object.fromEntries(url.searchParams)
  const path = list.pathname.split('/').at(-2) ?? ''
  const filtered = filtersText(filters, parts?.named ?? {})
  const title = `Counts of ${collection.toLowerCase()}`
  return (
    <RecordView
      viewed={viewed}
      title={title}
      by={filtered === '' ? [] : [filtered.slice(', '.length)]}
      collection={[path, collection]}
    >
      <header class="list-head">
        <h1>{title}</h1>
        <p class="range">
          <a href={listAddress(list, filters)}>
            {numberFormat.format(body.count)} {collection.toLowerCase()}
          </a>
          {filtered}
        </p>
      </header>
      <div class="facets">
        {Object.entries(body.facets).map(([name, facet]) => (
          <FacetLinks key={name} list={list} name={name} facet={facet} />
        ))}
      </div>
    </RecordView>
  )
}

import type { ComponentChildren, VNode } from 'preact'
import { Layout } from '../pages/page.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListControls } from './list-controls.tsx'
import { listQuery, type Listing } from './list-query.ts'
import { Pager } from './pager.tsx'
import { rangeText } from './range-text.ts'
import { RequestSection } from './request-section.tsx'
import type { ViewProps } from './view.ts'

interface ListPageProps {
  readonly viewed: ViewProps<Listing>
  /** What the list holds, as a heading. */
  readonly title: string
  /** What every ordering is called, in the order to offer them. */
  readonly orderings: Readonly<Record<string, string>>
  /** The records of this page; left out where there are none. */
  readonly children: ComponentChildren
}

/** The frame of every page of a list: what is asked for, the records, the way on, the request. */
export function ListView({ viewed, title, orderings, children }: ListPageProps): VNode {
  const { body, url, site } = viewed
  const query = listQuery(viewed)
  return (
    <Layout site={site} title={title} path={url.pathname}>
      <header class="list-head">
        <h1>{title}</h1>
        <p class="range">{rangeText(body, query)}</p>
      </header>
      <ListControls url={url} query={query} orderings={orderings} />
      {body.results.length === 0 ? <EmptyList url={url} listing={body} query={query} /> : children}
      <Pager url={url} listing={body} query={query} />
      <RequestSection viewed={viewed} />
    </Layout>
  )
}

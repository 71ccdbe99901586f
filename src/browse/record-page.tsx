import type { ComponentChildren, VNode } from 'preact'
import { Layout } from '../pages/page.tsx'
import { collectionPath } from '../pages/site.ts'
import { JsonText } from './json-text.tsx'
import { RequestSection } from './request-section.tsx'
import { titleText } from './title-text.ts'
import type { ViewProps } from './view.ts'

interface RecordPageProps {
  readonly viewed: ViewProps<object>
  readonly title: string
  /** The collection that the record is of: its path below the API, and its name. */
  readonly collection: readonly [path: string, name: string]
  readonly children: ComponentChildren
}

/** The frame of every page of a record: the way back, the record, its JSON, the request. */
export function RecordView({ viewed, title, collection, children }: RecordPageProps): VNode {
  const { body, site, url } = viewed
  const [path, name] = collection
  return (
    <Layout site={site} title={titleText(title)} path={url.pathname}>
      <nav class="way-back" aria-label="Breadcrumb">
        <a href={collectionPath(site, path)}>{name}</a>
      </nav>
      {children}
      <section class="json">
        <h2 id="json">This record as JSON</h2>
        <pre data-copy="Copy the JSON" tabIndex={0} role="region" aria-labelledby="json">
          <JsonText body={body} />
        </pre>
      </section>
      <RequestSection viewed={viewed} />
    </Layout>
  )
}

import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Moment, numberFormat } from '../components/formatting.tsx'
import { listAddress } from '../components/list-query.ts'
import { RecordView } from '../components/record-view.tsx'
import { Table } from '../components/table.tsx'
import type { ViewProps } from '../components/view.ts'
import { recordTitle, viewedCollection } from './default-record-view.tsx'

type Changes = components['schemas']['ArtworkChanges' | 'EventChanges']

/** So that the page stays below 100 KB. */
const MAX_SHOWN = 300

/** The view of the changes of a list: links to the records, and to the changes after these. */
export function ChangesView(viewed: ViewProps<Changes>): VNode {
  const { body, operation, site, url } = viewed
  const title = recordTitle({}, operation)
  const hidden = body.results.length - MAX_SHOWN
  return (
    <RecordView viewed={viewed} title={title} collection={viewedCollection(viewed)}>
      <article class="prose">
        <h1>{title}</h1>
        <p>
          Each record is here once, with its last change.{' '}
          <a href={`${site.prefix}/docs/guide/copies`}>How to keep a copy of the list</a>
        </p>
        {body.results.length > 0 && (
          <ChangeTable results={body.results.slice(0, MAX_SHOWN)} url={url} />
        )}
        {hidden > 0 && <p>And {numberFormat.format(hidden)} more in the JSON.</p>}
        <End body={body} url={url} />
      </article>
    </RecordView>
  )
}

function ChangeTable({ results, url }: Pick<Changes, 'results'> & { readonly url: URL }): VNode {
  const list = url.pathname.replace(/changes\/$/, '')
  return (
    <Table headings={['Id', 'Change', 'When']}>
      {results.map(({ id, op, changed_at }) => (
        <tr key={id}>
          <td>{op === 'delete' ? id : <a href={`${list}${id}/`}>{id}</a>}</td>
          <td>{op === 'delete' ? 'deleted' : 'new or changed'}</td>
          <td>
            <Moment at={changed_at} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function End({ body, url }: Pick<ViewProps<Changes>, 'body' | 'url'>): VNode {
  const { next_cursor: cursor, has_more: hasMore, summary } = body
  const next = listAddress(url, { ...Object.fromEntries(url.searchParams), cursor })
  return (
    <p>
      {!hasMore && 'There are no further changes. '}
      {summary && `The list has ${numberFormat.format(summary.count)} records. `}
      <a href={next}>{hasMore ? 'Further changes' : 'Look for further changes'}</a>
    </p>
  )
}

import type { ComponentChildren, VNode } from 'preact'
import { apiRoot, contract } from '../../contract/document.ts'
import { Card } from '../components/card.tsx'
import type { Listing } from '../components/list-query.ts'
import { ListView } from '../components/list-view.tsx'
import { titleText } from '../components/text.tsx'
import type { ViewProps } from '../components/view.ts'
import { viewedCollection, pictureOf, recordTitle, type AnyRecord } from './default-record-view.tsx'

interface DefaultListViewProps<Item extends AnyRecord> {
  readonly viewed: ViewProps<Omit<Listing, 'results'> & { readonly results: readonly Item[] }>
  /** The lines below the summary of a record. */
  readonly details?: (record: Item) => ComponentChildren
  /** Whether the cards hold more text than a picture's label. */
  readonly isWide?: boolean
}

/** The view of a list that has no view of its own: cards where the records have pictures. */
export function DefaultListView<Item extends AnyRecord>(props: DefaultListViewProps<Item>): VNode {
  const { viewed, isWide = false } = props
  const { results } = viewed.body
  const hasPictures = results.some((record) => 'featured_image' in record)
  const [, title = viewed.operation.summary] = viewedCollection(viewed) ?? []
  return (
    <ListView viewed={viewed} title={title}>
      <ul class={hasPictures ? `grid${isWide ? ' wide' : ''}` : 'words'}>
        {results.map((record, index) => (
          <Item key={record.id ?? index} record={record} {...props} hasPictures={hasPictures} />
        ))}
      </ul>
    </ListView>
  )
}

interface ItemProps<Item extends AnyRecord> extends DefaultListViewProps<Item> {
  readonly record: Item
  readonly hasPictures: boolean
}

function Item<Item extends AnyRecord>(props: ItemProps<Item>): VNode {
  const { record, viewed, details, hasPictures } = props
  const { summary, description } = record as { summary?: unknown; description?: unknown }
  const about = summary || description
  const title = titleText(recordTitle(record, viewed.operation))
  const href = recordAddress(viewed.url, viewed.site.prefix, record)
  const heading = href === undefined ? title : <a href={href}>{title}</a>
  const text = typeof about === 'string' && about !== '' && <p>{about}</p>
  const more = details?.(record)
  if (hasPictures) {
    return (
      <Card heading={heading} picture={pictureOf(record, viewed.pictures, 'crop_medium_webp')}>
        {text}
        {more}
      </Card>
    )
  }
  return (
    <li>
      <h2>{heading}</h2>
      {text}
      {more}
    </li>
  )
}

/** Undefined where the contract has no operation that reads a single record of the list. */
function recordAddress({ pathname }: URL, prefix: string, { id }: AnyRecord): string | undefined {
  const template = `${pathname.slice(prefix.length + apiRoot.length)}{id}/`
  return contract.paths[template]?.['get'] && id !== undefined ? `${pathname}${id}/` : undefined
}

import type { VNode } from 'preact'
import { contract } from '../../contract/document.ts'
import { parametersOf } from '../../contract/parameters.ts'
import { NAMED_TABLES, type NamedTable } from '../../database/tables.ts'
import { collectionOf, COUNTED_LISTS, filterNaming, LISTS, nestedListAt } from '../../lists/list.ts'
import type { Listing } from './list-query.ts'
import { collectionPath } from '../site.ts'
import type { Crumb } from '../breadcrumbs.tsx'
import { humanize } from './formatting.tsx'
import { titleText } from './text.tsx'
import type { ViewProps } from './view.ts'

/** A list below a record, such as the artworks of an artist. */
interface NestedList {
  /** The end of its path, with the slash at its end. */
  readonly suffix: string
  /** Of the records of the list, such as "Artworks". */
  readonly title: string
}

/** The nested lists of a record, by the operation that retrieves it. */
const NESTED = new Map(
  Object.entries(contract.paths).flatMap(([path, { get }]) =>
    get !== undefined && path.endsWith('{id}/')
      ? [[get.operationId, nestedListsOf(path)] as const]
      : [],
  ),
)

function nestedListsOf(record: string): NestedList[] {
  return Object.entries(contract.paths).flatMap(([path, { get }]) => {
    const isList = get !== undefined && parametersOf(get, 'query').has('offset')
    const suffix = path.startsWith(record) ? path.slice(record.length) : ''
    return suffix !== '' && isList ? [{ suffix, title: titleOfList(suffix) }] : []
  })
}

/** The name of the collection whose records the list has. */
function titleOfList(suffix: string): string {
  return contract.paths[`/${suffix}`]?.['get']?.tags[0] ?? suffix
}

interface ListLink {
  readonly href: string
  readonly title: string
}

function linksOf({ operation: { operationId }, url, site }: ViewProps<object>): ListLink[] {
  const lists = NESTED.get(operationId) ?? []
  if (lists.length > 0) {
    return lists.map(({ suffix, title }) => ({ href: `${url.pathname}${suffix}`, title }))
  }
  const [collection = '', id] = url.pathname.split('/').slice(-3)
  return COUNTED_LISTS.flatMap((of) => {
    const filter = filterNaming(of, tableOf(collection))
    if (filter === undefined) return []
    const href = `${collectionPath(site, collectionOf(of))}?${filter}=${id}`
    return [{ href, title: titleOfList(LISTS[of].path.slice(1)) }]
  })
}

const tableOf = (collection: string): string => collection.replaceAll('-', '_')

/** Links to the lists of the records that belong to a record. */
export function NestedListLinks({ viewed }: { readonly viewed: ViewProps<object> }): VNode | null {
  const links = linksOf(viewed)
  if (links.length === 0) return null
  return (
    <ul class="nested-lists">
      {links.map(({ href, title }) => (
        <li key={href}>
          <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  )
}

/** The record of a nested list. */
interface Parent {
  /** Undefined for a list that cannot be filtered by the record. */
  readonly name: string | undefined
  /** The pages of its collection and of itself. */
  readonly above: readonly Crumb[]
}

/** Undefined for a list that is not nested. */
export function parentOf({ url, operation, site, parts }: ViewProps<Listing>): Parent | undefined {
  const [, collection = '', id] = /\/([\w-]+)\/(\d+)\/[\w-]+\/$/.exec(url.pathname) ?? []
  if (id === undefined) return undefined
  const noun = NAMED_TABLES[tableOf(collection) as NamedTable] ?? 'record'
  const { filter = '' } = nestedListAt(url.pathname) ?? {}
  const name = parts?.named?.[filter]?.find((parent) => parent.id === Number(id))?.name
  const path = collectionPath(site, collection)
  const [title = collection] = operation.tags
  const ownTitle = name === undefined ? `${humanize(noun)} ${id}` : titleText(name)
  return {
    name,
    above: [
      [title, path],
      [ownTitle, `${path}${id}/`],
    ],
  }
}

import { sql } from 'kysely'
import type { Urls } from '../contract/operation-types.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import type { Json } from '../json-sql/json.ts'
import {
  LISTS,
  NESTED_LISTS,
  pageRequest,
  type ListName,
  type List,
  type ListRequest,
  type NestedList,
  type SortKeys,
} from '../lists/list.ts'
import { page, parseOrdering, type Ordering, type Page, type PageRequest } from '../lists/page.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import { Problem } from '../problems/problem.ts'
import { asLatin1, PrerenderedBody, toLatin1, latin1Texts } from '../response-body.ts'
import type { AssembledPage, AssembledRecord, ListReader, NestedName } from './reader.ts'

interface Sources {
  readonly lists: ListReader
  readonly db: DatabaseReader
  readonly urls: Urls
}

/** The response body of one page of the public records of a list: assembled records inside the page envelope. */
export async function publicPage<Name extends ListName, Item>(
  name: Name,
  ordering: Ordering<SortKeys[Name]>,
  request: ListRequest,
  { lists, urls }: Pick<Sources, 'lists' | 'urls'>,
): Promise<PrerenderedBody<Page<Item>>> {
  const { limit, offset } = request.query
  const found = await lists.page(name, { ordering, limit, offset })
  return pageBody(pageRequest(LISTS[name], request, urls), found)
}

/**
 * The response body of one page of the public records of a nested list, below the record with the id. A list of many
 * records takes no part in a batch: it is scanned like that of a user's own records.
 * @throws 404 when there is no such record.
 */
export async function nestedPage<Item>(
  name: NestedName,
  json: Json<Item>,
  { path: { id }, query, given }: NestedRequest,
  { lists, db, urls }: Sources,
): Promise<Page<Item> | PrerenderedBody<Page<Item>>> {
  const { of, path, parent, members }: NestedList = NESTED_LISTS[name]
  const { limit, offset } = query
  const ordering = parseOrdering(query.ordering) as Ordering<SortKeys[ListName]>
  const found = await lists.nested(name, id, { ordering, limit, offset })
  if (found === 'unknown') throw new Problem('not_found', `No ${parent.noun} has the id ${id}.`)
  const list: List = { ...LISTS[of], path: path.replace('{id}', String(id)) }
  const request = { query: { limit, offset }, given }
  if (found !== 'long') return pageBody(pageRequest(list, request, urls), found)
  const where = sql<boolean>`is_public and id in (${sql.raw(members)} ${id})`
  return scannedPage({ list, where, ordering, json }, request, { db, urls })
}

interface NestedRequest extends Pick<ListRequest, 'given'> {
  readonly path: { readonly id: number }
  readonly query: ListRequest['query'] & { readonly ordering: string }
}

function pageBody<Item>(
  request: PageRequest,
  { count, records }: AssembledPage,
): PrerenderedBody<Page<Item>> {
  const envelope = page<Item>(request, count, [], records.size)
  const frame = toLatin1(JSON.stringify(envelope))
  // The envelope ends with `[]}`.
  const [before, after] = [asLatin1(frame.slice(0, -2)), asLatin1(']}')]
  const json = latin1Texts([before, ...records.texts, after])
  return new PrerenderedBody({ frame: envelope, json, digest: frame + records.digest })
}

/** The response body of a single record. */
export function recordBody<Item extends object>({
  texts,
  version,
}: AssembledRecord): PrerenderedBody<Item> {
  return new PrerenderedBody({ json: latin1Texts(texts), version })
}

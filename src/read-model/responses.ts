import type { Urls } from '../contract/operation-types.ts'
import {
  LISTS,
  NESTED_LISTS,
  pageRequest,
  type ListName,
  type List,
  type ListRequest,
  type NestedList,
  type NestedName,
  type SortKeys,
  page,
  parseOrdering,
  type Ordering,
  type Page,
  type PageRequest,
} from '../lists/list.ts'
import { Problem } from '../problems/problem.ts'
import { asLatin1, PrerenderedBody, toLatin1, latin1Texts } from '../response-body.ts'
import type { AssembledPage, AssembledRecord, Lists } from './reader.ts'

interface Sources {
  readonly lists: Lists
  readonly urls: Urls
  /** Counts the request as this many more by the rate limit. */
  readonly charge?: ((requests: number) => void) | undefined
}

/** A scan of this many records takes less time than 20 pages of 18 ordinary events. */
const SCANNED_PER_REQUEST = 10_000

/** The response body of one page of the public records of a list: assembled records inside the page envelope. */
export async function publicPage<Name extends ListName, Item>(
  name: Name,
  ordering: Ordering<SortKeys[Name]>,
  request: ListRequest,
  { lists, urls }: Sources,
): Promise<PrerenderedBody<Page<Item>>> {
  const { limit, offset } = request.query
  const found = await lists.page(name, { ordering, limit, offset })
  return pageBody(pageRequest(LISTS[name], request, urls), found)
}

/**
 * The response body of one page of the public records of a nested list, below the record with the id. A longer list is
 * scanned, and counts as several requests.
 * @throws 404 when there is no such record.
 */
export async function nestedPage<Item>(
  name: NestedName,
  { path: { id }, query, given }: NestedRequest,
  { lists, urls, charge }: Sources,
): Promise<PrerenderedBody<Page<Item>>> {
  const { of, path, parent }: NestedList = NESTED_LISTS[name]
  const { limit, offset } = query
  const ordering = parseOrdering(query.ordering) as Ordering<SortKeys[ListName]>
  const read = [name, id, { ordering, limit, offset }] as const
  let found = await lists.nested(...read)
  if (found === 'long') {
    const scanned = await lists.scanNested(...read)
    charge?.(Math.floor((scanned?.members ?? 0) / SCANNED_PER_REQUEST))
    found = scanned
  }
  if (found === undefined) throw new Problem('not_found', `No ${parent.noun} has the id ${id}.`)
  const list: List = { ...LISTS[of], path: path.replace('{id}', String(id)) }
  return pageBody(pageRequest(list, { query: { limit, offset }, given }, urls), found)
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

import type { Urls } from '../contract/operation-types.ts'
import { filterValues, idArray } from '../lists/filters.ts'
import {
  atTime,
  orderOf,
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
import { sparseText } from '../lists/sparse-records.ts'
import { charged } from '../lists/scanned-page.ts'
import { NAMED_TABLES } from '../database/tables.ts'
import { Problem } from '../problems/problem.ts'
import { asLatin1, PrerenderedBody, textOf, toLatin1, latin1Texts } from '../response-body.ts'
import { COMMA } from './assemble.ts'
import type {
  AssembledPage,
  AssembledRecord,
  FilteredOrder,
  FilteredRequest,
  Lists,
} from './reader.ts'

/** What the body of a list is made of. */
export interface Sources {
  readonly lists: Lists
  readonly urls: Urls
  /** Counts the request as this many more by the rate limit. */
  readonly charge?: ((requests: number) => void) | undefined
}

/**
 * The response body of one page of the public records of a list that pass the filters of the request: assembled records
 * inside the page envelope.
 */
export async function publicPage<Name extends ListName, Item>(
  name: Name,
  ordering: Ordering<SortKeys[Name] | 'relevance'>,
  sent: ListRequest,
  sources: Sources,
): Promise<PrerenderedBody<Page<Item>>> {
  const request = atTime(sent)
  const { limit, offset } = request.query
  const list: List = LISTS[name]
  const filters = filterValues(list.filters ?? {}, request.query)
  const order = orderOf(LISTS[name], filters, request, ordering)
  const found =
    'of' in order || Object.keys(filters).length > 0
      ? await filteredPage(
          [
            { list: name, filters },
            { order, limit, offset },
          ],
          sources,
        )
      : await sources.lists.page(name, { ordering: order, limit, offset })
  // Undefined only for a page below a record.
  return pageBody(pageRequest(list, request, sources.urls), found as AssembledPage, request)
}

/** A list that no index finds, or of more records than a batch sorts, is scanned, and counts as several requests. */
async function filteredPage(
  request: FilteredRequest,
  { lists, charge }: Sources,
): Promise<AssembledPage | undefined> {
  const found = await lists.filtered(...request)
  return found === 'long' ? charged(lists.scanFiltered(...request), charge) : found
}

/**
 * The response body of one page of the public records of a nested list, below the record with the id.
 * @throws 404 when there is no such record.
 */
export async function nestedPage<Item>(
  name: NestedName,
  sent: NestedRequest,
  sources: Sources,
): Promise<PrerenderedBody<Page<Item>>> {
  const request = atTime(sent)
  const { of, path, parent, filter }: NestedList = NESTED_LISTS[name]
  const { id } = request.path
  const { ordering, limit, offset } = request.query
  const list: List = { ...LISTS[of], path: path.replace('{id}', String(id)) }
  const others = filterValues(list.filters ?? {}, request.query)
  const filters = { ...others, [filter]: idArray(String(id)) }
  const order = orderOf(list, others, request, parseOrdering(ordering)) as FilteredOrder
  const found = await filteredPage(
    [
      { list: of, filters, parent: { table: parent, id } },
      { order, limit, offset },
    ],
    sources,
  )
  if (found === undefined)
    throw new Problem('not_found', `No ${NAMED_TABLES[parent]} has the id ${id}.`)
  return pageBody(pageRequest(list, request, sources.urls), found, request)
}

interface NestedRequest extends Pick<ListRequest, 'given' | 'isOfNow'> {
  readonly path: { readonly id: number }
  readonly query: ListRequest['query'] & { readonly ordering: string }
}

function pageBody<Item>(
  request: PageRequest,
  { count, records }: AssembledPage,
  { fields, isOfNow = false }: Pick<ListRequest, 'fields' | 'isOfNow'>,
): PrerenderedBody<Page<Item>> {
  const envelope = page<Item>(request, count, [], records.size)
  const frame = toLatin1(JSON.stringify(envelope))
  // The envelope ends with `[]}`.
  const [before, after] = [asLatin1(frame.slice(0, -2)), asLatin1(']}')]
  if (fields !== undefined) {
    const texts = records.texts.map((text) => (text === COMMA ? text : sparseText(text, fields)))
    // Its entity tag is that of the text, so that it changes with these fields only.
    return new PrerenderedBody({
      frame: envelope,
      json: latin1Texts([before, ...texts, after]),
      isLive: isOfNow,
    })
  }
  const json = latin1Texts([before, ...records.texts, after])
  return new PrerenderedBody({
    frame: envelope,
    json,
    identity: frame + records.digest,
    isLive: isOfNow,
  })
}

/** Characters of the records of one part of a page: a dozen ordinary artworks. A page of huge records has fewer. */
const MAX_PART = 64 * 1024

export interface LeadingRecords<Item> {
  readonly records: Item[]
  /** Whether none is missing: of a long list, some may be (src/read-model/filtered-queries.ts), and of huge records there are fewer. */
  readonly isComplete: boolean
}

/** The first records of the list that a request with these parameters gets, for a part of a page. No defaults are filled in. */
export async function leadingRecords<Item>(
  name: ListName,
  { ordering, ...sent }: Readonly<Record<string, string>> & { readonly ordering: string },
  limit: number,
  lists: Lists,
): Promise<LeadingRecords<Item>> {
  const { query } = atTime({ query: { ...sent, limit, offset: 0 }, given: {} })
  const list: List = LISTS[name]
  const { records, isComplete } = await lists.leading(
    { list: name, filters: filterValues(list.filters ?? {}, query) },
    { ordering: parseOrdering(ordering) as Ordering<SortKeys[ListName]>, limit },
  )
  const texts = records.texts.filter((text) => text !== COMMA)
  let length = 0
  const short = texts.filter((text) => (length += text.length) <= MAX_PART)
  return {
    records: short.map((text) => JSON.parse(textOf(latin1Texts([text]))) as Item),
    isComplete: isComplete && short.length === texts.length,
  }
}

/** The response body of a single record. */
export function recordBody<Item extends object>({
  texts,
  version,
}: AssembledRecord): PrerenderedBody<Item> {
  return new PrerenderedBody({ json: latin1Texts(texts), version })
}

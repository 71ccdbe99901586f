import { asLatin1, PrerenderedBody, toLatin1, latin1Texts } from '../response-body.ts'
import type { Urls } from '../contract/operation-types.ts'
import {
  LISTS,
  pageRequest,
  type ListName,
  type ListRequest,
  type SortKeys,
} from '../lists/list.ts'
import { page, type Ordering, type Page } from '../lists/page.ts'
import type { AssembledRecord, ListReader } from './reader.ts'

interface Sources {
  readonly lists: ListReader
  readonly urls: Urls
}

/** The response body of one page of the public records of a list: assembled records inside the page envelope. */
export async function publicPage<List extends ListName, Item>(
  list: List,
  ordering: Ordering<SortKeys[List]>,
  request: ListRequest,
  { lists, urls }: Sources,
): Promise<PrerenderedBody<Page<Item>>> {
  const { limit, offset } = request.query
  const { count, records } = await lists.page(list, { ordering, limit, offset })
  const envelope = page<Item>(pageRequest(LISTS[list], request, urls), count, [], records.size)
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

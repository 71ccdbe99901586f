import { isListed, type Viewer } from '../database/visibility.ts'
import type { Json } from '../json-sql/json.ts'
import {
  LISTS,
  parseOrdering,
  requestedRecords,
  type List,
  type ListName,
  type ListRequest,
  type Ordering,
  type Page,
  type SortKeys,
} from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import { publicPage } from '../read-model/responses.ts'
import type { PrerenderedBody } from '../response-body.ts'

interface RecordsRequest extends ListRequest {
  readonly query: ListRequest['query'] &
    Parameters<typeof requestedRecords>[0] & { readonly ordering: string }
  readonly principal: Viewer
}

/** One page of the public records of a list, or of its records in another state that the viewer may see. */
export async function listRecords<Item extends object>(
  name: ListName,
  json: Json<Item>,
  request: RecordsRequest,
  context: ReadContext,
): Promise<PrerenderedBody<Page<Item>> | Page<Item>> {
  const ordering = parseOrdering(request.query.ordering) as Ordering<
    SortKeys[ListName] | 'relevance'
  >
  const listed = requestedRecords(request.query, request.principal)
  if (listed === 'public') return publicPage(name, ordering, request, context)
  const list: List = LISTS[name]
  return scannedPage({ list, where: isListed(name, listed), ordering, json }, request, context)
}

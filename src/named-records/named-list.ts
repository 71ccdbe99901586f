import { apiRoot } from '../contract/document.ts'
import type { Input, Urls } from '../contract/operation-types.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { inSnapshot } from '../database/kysely.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import type { NamedKind } from './named-record.ts'
import { countNamedRecords, selectNamedRecordIds } from './named-list-queries.ts'
import { parseOrdering, page, type Page } from '../lists/page.ts'

/** The input of any list of named records; all of them have the same parameters. */
type NamedListInput = Pick<Input<'listTags'>, 'query' | 'given'>

/** The dependencies of a list of named records. */
interface ListSources {
  readonly db: DatabaseReader
  readonly urls: Urls
}

/** One page of records, sorted by name or id. It takes three queries for any number of records. */
export async function namedListPage<Item>(
  { query, given }: NamedListInput,
  { db, urls }: ListSources,
  { path, table, json }: NamedKind<Item>,
): Promise<Page<Item>> {
  const { limit, offset, ordering, name } = query
  const records = { table, name }
  const { count, items } = await inSnapshot(db, async (snapshot) => {
    const order = parseOrdering(ordering)
    const ids = await selectNamedRecordIds(snapshot, records, order, limit, offset)
    return {
      count: await countNamedRecords(snapshot, records),
      items: await selectRecords(snapshot, { table, json }, ids, urls),
    }
  })
  const request = { listUrl: `${urls.public}${apiRoot}${path}`, limit, offset, given }
  return page(request, count, items.records, items.size)
}

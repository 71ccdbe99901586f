import { apiRoot } from '../contract/document.ts'
import type { Context, Input } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import type { NamedTable } from '../database/tables.ts'
import type { Json } from '../documents/json-sql.ts'
import { selectRecords } from '../documents/select-records.ts'
import { countNamedRecords, selectNamedRecordIds } from './named-records-queries.ts'
import { parseOrdering } from './ordering.ts'
import { page, type Page } from './page.ts'

/** What the lists of records with a name differ in. */
export interface NamedList<Item> {
  /** Below the API's root, with the slash at its end. */
  readonly path: string
  readonly table: NamedTable
  readonly json: Json<Item>
}

/** Any of the lists of records with a name: they take the same parameters. */
type NamedListInput = Pick<Input<'listTags'>, 'query' | 'given'>

/** One page of records by name or id, in three queries however many there are. */
export async function namedListPage<Item>(
  { query, given }: NamedListInput,
  { db, urls }: Context,
  { path, table, json }: NamedList<Item>,
): Promise<Page<Item>> {
  const { limit, offset, ordering, name } = query
  const records = { table, name }
  const { count, items } = await inSnapshot(db, async (snapshot) => {
    const order = parseOrdering(ordering)
    const ids = await selectNamedRecordIds(snapshot, records, order, limit, offset)
    return {
      count: await countNamedRecords(snapshot, records),
      items: await selectRecords(snapshot, { table, json }, ids, urls.media),
    }
  })
  return page({ listUrl: `${urls.public}${apiRoot}${path}`, limit, offset, given }, count, items)
}

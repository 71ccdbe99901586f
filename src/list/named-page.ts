import type { Kysely } from 'kysely'
import { apiRoot } from '../contract/document.ts'
import type { Context, Input } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { byId, required } from './by-id.ts'
import { countNamedRecords, selectNamedRecordIds } from './named-records-queries.ts'
import { parseOrdering } from './ordering.ts'
import { page, type Page } from './page.ts'

/** What the lists of records with a name differ in. */
export interface NamedList<Row extends { id: number }, Item> {
  /** Below the API's root, with the slash at its end. */
  readonly path: string
  readonly table: NamedTable
  /** The rows of these ids, in no order. */
  readonly select: (db: Kysely<Database>, ids: readonly number[]) => Promise<Row[]>
  readonly resource: (row: Row, mediaUrl: string) => Item
}

/** Any of the lists of records with a name: they take the same parameters. */
type NamedListInput = Pick<Input<'listTags'>, 'query' | 'given'>

/** One page of records by name or id, in three queries however many there are. */
export async function namedPage<Row extends { id: number }, Item>(
  { query, given }: NamedListInput,
  { db, urls }: Context,
  { path, table, select, resource }: NamedList<Row, Item>,
): Promise<Page<Item>> {
  const { limit, offset, ordering, name } = query
  const records = { table, name }
  const { count, ids, rows } = await inSnapshot(db, async (snapshot) => {
    const order = parseOrdering(ordering)
    const pageIds = await selectNamedRecordIds(snapshot, records, order, limit, offset)
    return {
      count: await countNamedRecords(snapshot, records),
      ids: pageIds,
      rows: byId(await select(snapshot, pageIds)),
    }
  })
  const items = ids.map((id) => resource(required(rows, id), urls.media))
  return page({ listUrl: `${urls.public}${apiRoot}${path}`, limit, offset, given }, count, items)
}

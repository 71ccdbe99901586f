import type { Kysely } from 'kysely'
import { apiRoot } from '../contract/document.ts'
import type { Input, Urls } from '../contract/operation-types.ts'
import type { Database, NamedTable } from '../database/tables.ts'
import { inSnapshot } from '../database/kysely.ts'
import type { Json } from '../json-sql/json.ts'
import { selectRecords } from '../json-sql/select-records.ts'
import { countNamedRecords, selectNamedRecordIds } from './named-list-queries.ts'
import { Problem } from '../problems/problem.ts'
import { parseOrdering, page, type Page } from './page.ts'

/** The properties in which lists of named records differ. */
interface NamedList<Item> {
  /** Below the API's root, with the slash at its end. */
  readonly path: string
  readonly table: NamedTable
  readonly json: Json<Item>
}

/** The input of any list of named records; all of them have the same parameters. */
type NamedListInput = Pick<Input<'listTags'>, 'query' | 'given'>

/** The dependencies of a list of named records. */
interface ListSources {
  readonly db: Kysely<Database>
  readonly urls: Urls
}

/** One page of records, sorted by name or id. It takes three queries for any number of records. */
export async function namedListPage<Item>(
  { query, given }: NamedListInput,
  { db, urls }: ListSources,
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

/** A single record of a list of named records. */
interface NamedRecord<Item> extends Pick<NamedList<Item>, 'table' | 'json'> {
  /** For the text of a 404. */
  readonly noun: string
}

/** @throws 404 naming the id when there is no such record. */
export async function namedRecord<Item>(
  id: number,
  { db, urls }: ListSources,
  { noun, table, json }: NamedRecord<Item>,
): Promise<Item> {
  const [record] = await selectRecords(db, { table, json }, [id], urls.media)
  if (record === undefined) throw new Problem('not_found', `No ${noun} has the id ${id}.`)
  return record
}

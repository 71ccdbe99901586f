import { sql, type RawBuilder } from 'kysely'

/** For `where('id', '=', anyOf(ids))`: unlike `in`, right for no ids too, and one statement for any number. */
export function anyOf<Id extends number | string>(ids: readonly Id[]): RawBuilder<Id> {
  return sql<Id>`any(${ids})`
}

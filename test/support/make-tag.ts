import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, TagTable } from '../../src/database/tables.ts'
import { nextNumber } from './sequence.ts'

export function makeTag(
  db: Kysely<Database>,
  values: Partial<Insertable<TagTable>> = {},
): Promise<Selectable<TagTable>> {
  return db
    .insertInto('tags')
    .values({ name: `seascape ${nextNumber()}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}

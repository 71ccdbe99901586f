import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

type Values<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** A function that inserts a row of the table, with the defaults for values that are not given. */
export function rowMaker<Table extends keyof Database>(
  table: Table,
  defaults: (db: Kysely<Database>, values: Values<Table>) => Values<Table> | Promise<Values<Table>>,
) {
  return async (
    db: Kysely<Database>,
    values: Values<Table> = {},
  ): Promise<Selectable<Database[Table]>> => {
    const row = { ...(await defaults(db, values)), ...values }
    const insert = db.insertInto(table as 'tags').values(row as never)
    return (await insert.returningAll().executeTakeFirstOrThrow()) as never
  }
}

import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()

/** A pool of one connection, so that its prepared statements can be read. */
const open = (options: { prepared?: boolean } = {}): Kysely<Database> =>
  connect({
    databaseUrl: test.url,
    poolSize: 1,
    statementTimeoutMs: 30_000,
    onConnectionError: () => {},
    ...options,
  })

async function withConnection(work: (db: Kysely<Database>) => Promise<void>, options = {}) {
  const db = open(options)
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/** The prepared statements of the connection, with their number of runs. */
async function prepared(db: Kysely<Database>): Promise<{ statement: string; runs: number }[]> {
  const { rows } = await sql<{ statement: string; runs: number }>`
    SELECT statement, generic_plans + custom_plans AS runs FROM pg_prepared_statements
    ORDER BY prepare_time`.execute(db)
  return rows
}

async function expectTwice(read: () => Promise<unknown[]>, rows: readonly unknown[]) {
  expect(await read()).toEqual(rows)
  expect(await read()).toEqual(rows)
}

const half = (db: Kysely<Database>, value: number) =>
  sql`SELECT 100 / ${value}::int AS half`.execute(db).then(({ rows }) => rows)

describe('a query with values', () => {
  it('is parsed once a connection, however often it runs', () =>
    withConnection(async (db) => {
      const find = (id: number) =>
        db.selectFrom('venues').select('id').where('id', '=', id).executeTakeFirst()
      for (const id of [1, 2, 3]) await find(id)
      expect(await prepared(db)).toEqual([
        { statement: 'select "id" from "venues" where "id" = $1', runs: 3 },
      ])
    }))

  it('is prepared inside a transaction too, and survives its rollback', () =>
    withConnection(async (db) => {
      const rolledBack = db.transaction().execute(async (trx) => {
        await half(trx, 2)
        throw new Error('Back')
      })
      await expect(rolledBack).rejects.toThrow('Back')
      expect(await half(db, 4)).toEqual([{ half: 25 }])
      expect(await prepared(db)).toMatchObject([{ runs: 2 }])
    }))

  it('returns the same values and types as an unprepared one', async () => {
    const read = (db: Kysely<Database>) =>
      sql`
      SELECT '2024-05-07T11:30:00.000001+02'::timestamptz AS at, '2024-05-07'::date AS day,
        count(*) AS count, 1.10::numeric AS amount, 0.1::float8 * 3 AS size, ${[1, 2]}::int[] AS list,
        ${{ a: [null] }}::jsonb AS object, ${null}::text AS nothing, ${true}::boolean AS yes,
        ${Buffer.from([0, 255])}::bytea AS bytes, ${'é'}::text AS text`.execute(db)
    await withConnection(async (db) => {
      const [first, again] = [await read(db), await read(db)]
      expect(await prepared(db)).toMatchObject([{ runs: 2 }])
      expect(again).toEqual(first)
      await withConnection(async (plain) => expect(await read(plain)).toEqual(first), {
        prepared: false,
      })
    })
  })

  it('may fail and run again', () =>
    withConnection(async (db) => {
      expect(await half(db, 2)).toEqual([{ half: 50 }])
      await expect(half(db, 0)).rejects.toMatchObject({ code: '22012' })
      expect(await half(db, 5)).toEqual([{ half: 20 }])
      expect(await prepared(db)).toHaveLength(1)
    }))

  it('reports the syntax error of an invalid text each time', () =>
    withConnection(async (db) => {
      const wrong = () => sql`SELECT nothing FROM venues WHERE id = ${1}`.execute(db)
      await expect(wrong()).rejects.toMatchObject({ code: '42703' })
      await expect(wrong()).rejects.toMatchObject({ code: '42703' })
      expect(await half(db, 2)).toEqual([{ half: 50 }])
    }))

  it('is prepared again on the connection that replaces a broken one', () =>
    withConnection(async (db) => {
      await half(db, 2)
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(test.db)
      await expect.poll(() => half(db, 2).catch(() => [])).toEqual([{ half: 50 }])
      expect(await prepared(db)).toMatchObject([{ statement: expect.stringContaining('100') }])
    }))
})

describe('after a schema change', () => {
  beforeAll(async () => {
    await sql`CREATE TABLE shelf (id int)`.execute(test.db)
    await sql`INSERT INTO shelf VALUES (1)`.execute(test.db)
  })
  afterAll(() => sql`DROP TABLE shelf`.execute(test.db))

  const shelf = (db: Kysely<Database>) =>
    sql`SELECT * FROM shelf WHERE id = ${1}`.execute(db).then(({ rows }) => rows)

  it('a query returns the present columns', () =>
    withConnection(async (db) => {
      expect(await shelf(db)).toEqual([{ id: 1 }])
      await sql`ALTER TABLE shelf ADD COLUMN name text DEFAULT 'A'`.execute(test.db)
      await expectTwice(() => shelf(db), [{ id: 1, name: 'A' }])
    }))

  it('a query takes values of the present type of a column', () =>
    withConnection(async (db) => {
      await shelf(db)
      await sql`ALTER TABLE shelf ALTER COLUMN id TYPE text`.execute(test.db)
      await expectTwice(() => shelf(db), [{ id: '1', name: 'A' }])
    }))

  it('the transaction under way fails, and none after it', () =>
    withConnection(async (db) => {
      const inTransaction = () => db.transaction().execute((trx) => shelf(trx))
      await inTransaction()
      await sql`ALTER TABLE shelf DROP COLUMN name`.execute(test.db)
      await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' })
      await expectTwice(inTransaction, [{ id: '1' }])
    }))

  it('a query whose statement was dropped is sent again', () =>
    withConnection(async (db) => {
      await half(db, 2)
      await sql`DEALLOCATE ALL`.execute(db)
      await expectTwice(() => half(db, 2), [{ half: 50 }])
    }))
})

describe('an unprepared query', () => {
  const add = (db: Kysely<Database>, names: readonly string[]) =>
    db
      .insertInto('tags')
      .values(names.map((name) => ({ name, description: '' })))
      .execute()

  it('has no values', () =>
    withConnection(async (db) => {
      await sql`SELECT 1`.execute(db)
      expect(await prepared(db)).toEqual([])
    }))

  it('has a text that varies with its data', () =>
    withConnection(async (db) => {
      await add(db, ['one'])
      for (const names of [
        ['two', 'three'],
        ['four', 'five', 'six'],
      ])
        await add(db, names)
      await db.updateTable('tags').set({ name: 'seven' }).where('name', '=', 'six').execute()
      const statements = await prepared(db)
      expect(statements).toHaveLength(1)
      expect(statements[0]?.statement).toMatch(/^insert into "tags" .* values \(\$1, \$2\)$/)
    }))

  it('comes after 200 prepared texts of its connection, which stay prepared', () =>
    withConnection(async (db) => {
      for (let at = 0; at < 230; at += 1) {
        const { rows } = await sql`SELECT ${sql.lit(at)} + ${1}::int AS sum`.execute(db)
        expect(rows).toEqual([{ sum: at + 1 }])
      }
      await sql`SELECT ${sql.lit(0)} + ${1}::int AS sum`.execute(db)
      const statements = await prepared(db)
      expect(statements).toHaveLength(200)
      expect(statements[0]).toMatchObject({ runs: 2 })
    }))

  it('is any query where preparing is turned off', () =>
    withConnection(
      async (db) => {
        await half(db, 2)
        expect(await prepared(db)).toEqual([])
      },
      { prepared: false },
    ))
})

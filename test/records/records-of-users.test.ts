import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITED_PER_USER } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { makeNamed } from '../support/make-named.ts'
import { expectRejected, makeRecordWriter, type RecordWriter } from '../support/record-writer.ts'

const test = useService()
/** As the contract says (response `Forbidden`). */
const MOST = 20_000

let sender: RecordWriter
let other: RecordWriter

beforeAll(async () => {
  sender = await makeRecordWriter(test, ['catalogue:write'])
  other = await makeRecordWriter(test, ['catalogue:write'])
})

async function copyRow(table: string, userId: string, copies: number): Promise<void> {
  const { rows } = await sql<{ name: string; is_unique: boolean }>`
    SELECT attname AS name, attname IN ('name', 'slug') AS is_unique FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' AND attname NOT IN ('id', 'stored_by')`.execute(test.db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  const values = rows.map(({ name, is_unique }) =>
    is_unique ? sql`${sql.ref(name)} || '-' || no` : sql.ref(name),
  )
  await sql`INSERT INTO ${sql.table(table)} (${columns}, stored_by)
    SELECT ${sql.join(values)}, ${userId}::uuid
    FROM (SELECT * FROM ${sql.table(table)} ORDER BY id DESC LIMIT 1) AS newest,
      generate_series(1, ${copies}::integer) AS no`.execute(test.db)
}

describe.each(LIMITED_PER_USER)('$table', ({ table, path }) => {
  it(`of one user are ${MOST} at most`, async () => {
    await makeNamed(test.db, table)
    await copyRow(table, sender.userId, MOST - 1)
    const last = await sender.create(path, { name: 'Last' })
    const rejected = await sender.post(path, { name: 'One too many' })
    expectRejected(rejected, 403, 'forbidden')
    expect(rejected.text).toContain('20000')
    await other.create(path, { name: 'Of another user' })
    await sql`DELETE FROM ${sql.table(table)} WHERE id = ${last.id}`.execute(test.db)
    await sender.create(path, { name: 'Again the last' })
  })
})

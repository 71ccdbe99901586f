import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeApiKey, type MadeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'

const test = useService()
/** As the contract says (response `Forbidden`). */
const MOST = 20_000

const KINDS = [
  { table: 'artists', make: makeArtist },
  { table: 'galleries', make: makeGallery },
  { table: 'tags', make: makeTag },
  { table: 'venues', make: makeVenue },
] as const

let sender: MadeApiKey
let other: MadeApiKey

beforeAll(async () => {
  const scopes = ['catalogue:write'] as const
  sender = await makeApiKey(test.db, { scopes })
  other = await makeApiKey(test.db, { scopes })
})

/** Copies the newest row of a table, for a user. */
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

const BODIES: Readonly<Record<string, object>> = {
  venues: { name: 'Kunsthal', city: 'Aarhus', country: 'DK', geolocation: '56.1,10.2' },
}

describe.each(KINDS)('$table', ({ table, make }) => {
  const create = async ({ key }: MadeApiKey, name: string) =>
    test.send({
      method: 'POST',
      path: `/${table}/`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...BODIES[table], name }),
    })

  it(`of one user are ${MOST} at most`, async () => {
    await make(test.db)
    await copyRow(table, sender.userId, MOST - 1)
    const last = await create(sender, 'Last')
    expect(last.status).toBe(201)
    const rejected = await create(sender, 'One too many')
    expect(rejected.status).toBe(403)
    expect(rejected.text).toContain('20000')
    expect((await create(other, 'Of another user')).status).toBe(201)
    const { id } = last.json() as { id: number }
    await sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}`.execute(test.db)
    expect((await create(sender, 'Again the last')).status).toBe(201)
  })
})

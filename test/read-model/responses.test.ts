import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFullArtwork, makeFullEvent } from '../contract/full-records.ts'
import { httpRequest } from '../support/http-request.ts'
import { testApp, useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { nextNumber } from '../support/sequence.ts'
import { LIST_NAMES, LISTS, plainBodies, wholePage } from './plain-reading.ts'

// What is put together of pieces is what would be written at once, byte for byte.

const test = useService()

/** All control characters, the one that marks holes with names of parts between, and what JSON escapes. */
const CONTROLS = Array.from({ length: 31 }, (_, index) => String.fromCodePoint(index + 1)).join('')
const HOSTILE = [
  `${CONTROLS}\u007F\u0080\u2028\u2029\uFEFF\uFFFF`,
  '\u0001gallery 1\u0001 \u0001user\u0001',
  '"quoted", \\u0001, \\ and / and </script><!-- $1 $& %s {{x}}',
  '静物 Ærø 🖼️ e\u0301',
  '],"results":[{}]}',
].join(' ')

interface TextColumn {
  readonly table: string
  readonly column: string
}

/** Every column that takes any text. */
async function selectFreeTexts(): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns AS columns
    WHERE table_schema = 'public' AND data_type = 'text' AND domain_name IS NULL
      AND is_generated = 'NEVER'
      AND table_name !~ '^(offset_|change_log|kysely|api_keys|idempotency)|_sources$|_documents$'
      AND NOT EXISTS (
        SELECT FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
        WHERE contype = 'c' AND conrelid = table_name::regclass AND attname = column_name
          AND pg_get_constraintdef(pg_constraint.oid) ~ 'ANY|~')`.execute(test.db)
  return rows
}

beforeAll(async () => {
  const full = { artworks: await makeFullArtwork(test.db), events: await makeFullEvent(test.db) }
  // Nothing but what must be there, nulls and no artists or tags.
  for (let number = 0; number < 3; number += 1) {
    await makeArtwork(test.db, { title: '', author_id: null, price_display: 'price on request' })
    await makeEvent(test.db, { title: '', address: '', city: '', country_code: null })
  }
  await sql`UPDATE artworks SET author_id = NULL WHERE id <> ${full.artworks}`.execute(test.db)
})

async function expectSameBytes(): Promise<void> {
  for (const list of LIST_NAMES) {
    const plain = await plainBodies(test.db, list)
    // Made, stored, and remembered.
    for (let time = 0; time < 3; time += 1) {
      const page = await test.send({ path: wholePage(list) })
      expect(page.text).toBe(plain.page)
      for (const [id, record] of plain.records) {
        const answer = await test.send({ path: `${LISTS[list].path}${id}/` })
        expect(answer.text).toBe(record)
      }
    }
  }
}

describe('pages and records', () => {
  it('read the same as they would if they were written at once', expectSameBytes)

  it('read the same with any text in every column that takes one', async () => {
    const columns = await selectFreeTexts()
    expect(columns.length).toBeGreaterThan(50)
    for (const { table, column } of columns) {
      // Some must differ from row to row.
      const text = `${nextNumber()} ${HOSTILE} `
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${text} || ctid::text`.execute(
        test.db,
      )
    }
    const { page } = await plainBodies(test.db, 'artworks')
    expect(page).toContain(JSON.stringify(HOSTILE).slice(1, -1))
    await expectSameBytes()
  })
})

describe.each(LIST_NAMES)('what goes over the wire of %s', (list) => {
  it.each(['GET', 'HEAD'])('is as many bytes as it says, to %s', async (method) => {
    await sql`UPDATE ${sql.table(list)} SET title = ${HOSTILE}`.execute(test.db)
    const { page, records } = await plainBodies(test.db, list)
    const paths = [...records].map(([id, text]) => [`${LISTS[list].path}${id}/`, text] as const)
    // One that nobody has asked yet.
    const app = await testApp(test)
    await app.listen({ host: '127.0.0.1', port: 0 })
    for (const [path, text] of [[wholePage(list), page] as const, ...paths]) {
      const bytes = Buffer.from(text)
      expect(bytes.length).toBeGreaterThan(text.length)
      // Sent as it stands ready, kept, and told from memory.
      for (let time = 0; time < 3; time += 1) {
        const told = await httpRequest(app, `/api/v1${path}`, { method })
        expect(told.status).toBe(200)
        expect(told.headers['content-length']).toBe(String(bytes.length))
        expect(told.text).toBe(method === 'GET' ? text : '')
        expect(told.bytes.length).toBe(method === 'GET' ? bytes.length : 0)
      }
    }
    await app.close()
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFullArtwork, makeFullEvent } from '../contract/full-records.ts'
import { httpRequest } from '../support/http-request.ts'
import { testApp, useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { nextNumber } from '../support/sequence.ts'
import { LIST_NAMES, LISTS, plainBodies, wholePage } from './reference-responses.ts'

// Assembled pages and records are byte for byte the JSON of the whole record.

const test = useService()

/** All control characters, among them the one that marks placeholders, and characters that JSON escapes. */
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

/** Every column that allows any text. */
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
  // Required fields only: nulls, and no artists or tags.
  for (let number = 0; number < 3; number += 1) {
    await makeArtwork(test.db, { title: '', author_id: null, price_display: 'price on request' })
    await makeEvent(test.db, { title: '', address: '', city: '', country_code: null })
  }
  await sql`UPDATE artworks SET author_id = NULL WHERE id <> ${full.artworks}`.execute(test.db)
})

async function expectSameBytes(): Promise<void> {
  for (const list of LIST_NAMES) {
    const plain = await plainBodies(test.db, list)
    // Built, stored, and cached.
    for (let time = 0; time < 3; time += 1) {
      const page = await test.send({ path: wholePage(list) })
      expect(page.text).toBe(plain.page)
      for (const [id, record] of plain.records) {
        const response = await test.send({ path: `${LISTS[list].path}${id}/` })
        expect(response.text).toBe(record)
      }
    }
  }
}

describe('pages and records', () => {
  it('have the same bytes as JSON.stringify', expectSameBytes)

  it('have the same bytes with any text in every text column', async () => {
    const columns = await selectFreeTexts()
    expect(columns.length).toBeGreaterThan(50)
    for (const { table, column } of columns) {
      // Some columns are unique.
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

describe.each(LIST_NAMES)('Content-Length of %s', (list) => {
  it.each(['GET', 'HEAD'])('is the length of the body, to %s', async (method) => {
    await sql`UPDATE ${sql.table(list)} SET title = ${HOSTILE}`.execute(test.db)
    const { page, records } = await plainBodies(test.db, list)
    const paths = [...records].map(([id, text]) => [`${LISTS[list].path}${id}/`, text] as const)
    // A service with empty caches.
    const app = await testApp(test)
    await app.listen({ host: '127.0.0.1', port: 0 })
    for (const [path, text] of [[wholePage(list), page] as const, ...paths]) {
      const bytes = Buffer.from(text)
      expect(bytes.length).toBeGreaterThan(text.length)
      // Assembled, stored, and from the response cache.
      for (let time = 0; time < 3; time += 1) {
        const received = await httpRequest(app, `/api/v1${path}`, { method })
        expect(received.status).toBe(200)
        expect(received.headers['content-length']).toBe(String(bytes.length))
        expect(received.text).toBe(method === 'GET' ? text : '')
        expect(received.bytes.length).toBe(method === 'GET' ? bytes.length : 0)
      }
    }
    await app.close()
  })
})

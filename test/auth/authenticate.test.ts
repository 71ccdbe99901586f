import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newApiKey, unauthorized } from '../../src/auth/api-key.ts'
import { authenticate } from '../../src/auth/authenticate.ts'
import { Problem, problemBody } from '../../src/problems/problem.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeUser } from '../support/make-user.ts'
import {
  absentDatabase,
  recordDatabase,
  type RecordedDatabase,
} from '../support/recorded-database.ts'

const test = useDatabase()
let recorded: RecordedDatabase

beforeAll(() => {
  recorded = recordDatabase(test.url)
})

afterAll(() => recorded.db.destroy())

/** The outcome of an authentication and its statements. */
async function record(authorization: string | undefined) {
  recorded.statements.length = 0
  const outcome = await authenticate(recorded.db, authorization).catch((error: unknown) => error)
  return { outcome, statements: [...recorded.statements] }
}

/** The whole content of a rejection. */
function bodyOf(problem: unknown): unknown {
  expect(problem).toBeInstanceOf(Problem)
  return problemBody(problem as Problem, 'https://art.example', 'abc', 'abc')
}

const REJECTION = bodyOf(unauthorized())

describe('authenticate', () => {
  it('returns nothing without a header, and sends no statement', async () => {
    expect(await record(undefined)).toEqual({ outcome: undefined, statements: [] })
  })

  it("returns a key's id, owner and scopes", async () => {
    const { id } = await makeUser(test.db)
    const scopes = ['artworks:write', 'admin'] as const
    const { key, id: keyId } = await makeApiKey(test.db, { owner_id: id, scopes })
    expect(await authenticate(test.db, `Bearer ${key}`)).toEqual({ keyId, userId: id, scopes })
  })

  it.each(['bearer', 'BEARER', 'Bearer  '])('reads the scheme as %o', async (scheme) => {
    const { key, userId } = await makeApiKey(test.db)
    expect(await authenticate(test.db, `${scheme} ${key}`)).toMatchObject({ userId })
  })

  it('accepts a key until it expires', async () => {
    const { key, id } = await makeApiKey(test.db, { expires_at: '9999-12-31T23:59:59Z' })
    expect(await authenticate(test.db, `Bearer ${key}`)).toBeDefined()
    await sql`UPDATE api_keys SET expires_at = now() + interval '1 s' WHERE id = ${id}`.execute(
      test.db,
    )
    expect(await authenticate(test.db, `Bearer ${key}`)).toBeDefined()
    await sql`UPDATE api_keys SET expires_at = now() WHERE id = ${id}`.execute(test.db)
    await expect(authenticate(test.db, `Bearer ${key}`)).rejects.toThrow(Problem)
  })

  it('distinguishes two keys with the same hint', async () => {
    const first = await makeApiKey(test.db)
    const second = newApiKey()
    const twin = first.key.slice(0, 12) + second.key.slice(12)
    const { id } = await makeUser(test.db)
    const hash = createHash('sha256').update(twin).digest()
    await test.db
      .insertInto('api_keys')
      .values({ hint: twin.slice(0, 12), key_hash: hash, owner_id: id, scopes: ['admin'] })
      .execute()
    expect(await authenticate(test.db, `Bearer ${first.key}`)).toMatchObject({
      userId: first.userId,
    })
    expect(await authenticate(test.db, `Bearer ${twin}`)).toMatchObject({ userId: id })
  })

  it('ignores an unknown scope', async () => {
    const { key, id } = await makeApiKey(test.db, { scopes: ['events:write'] })
    await sql`ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_check`.execute(test.db)
    await sql`UPDATE api_keys SET scopes = '{events:write,venues:write}' WHERE id = ${id}`.execute(
      test.db,
    )
    expect(await authenticate(test.db, `Bearer ${key}`)).toMatchObject({ scopes: ['events:write'] })
  })

  it('passes on a database error', async () => {
    const { db } = absentDatabase()
    await expect(authenticate(db, `Bearer ${newApiKey().key}`)).rejects.toThrow('ECONNREFUSED')
    await db.destroy()
  })
})

describe('a credential that is not valid', () => {
  const { key } = newApiKey()

  it.each([
    ['empty', ''],
    ['no scheme', key],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a blank', 'Bearer '],
    ['another scheme', `Basic ${key}`],
    ['a longer scheme', `xBearer ${key}`],
    ['a comma after the scheme', `Bearer, ${key}`],
    ['two keys', `Bearer ${key} ${key}`],
    ['two credentials', `Bearer ${key}, Bearer ${key}`],
    ['a key that is cut', `Bearer ${key.slice(0, -1)}`],
    ['a key of another prefix', `Bearer x${key.slice(1)}`],
    ['a JSON Web Token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['blanks beyond measure', `Bearer ${' '.repeat(200)}${key}`],
    ['8 KB', `Bearer amk_${'A'.repeat(8_192)}`],
    ['8 KB of blanks', `Bearer${' '.repeat(8_192)}`],
  ])('D1 is rejected without a statement: %s', async (_, authorization) => {
    const { outcome, statements } = await record(authorization)
    expect(bodyOf(outcome)).toEqual(REJECTION)
    expect(statements).toEqual([])
  })

  it('gets the same response when unknown, expired or revoked', async () => {
    const past = '2024-05-07T09:30:00Z'
    const expired = await makeApiKey(test.db, { expires_at: past })
    const revoked = await makeApiKey(test.db, { revoked_at: past })
    const near = await makeApiKey(test.db)
    const other = near.key.slice(0, -2) + (near.key.at(-2) === 'A' ? 'B' : 'A') + near.key.at(-1)
    for (const wrong of [key, expired.key, revoked.key, other]) {
      const { outcome, statements } = await record(`Bearer ${wrong}`)
      expect(bodyOf(outcome)).toEqual(REJECTION)
      expect(statements).toHaveLength(1)
      expect(String((outcome as Error).stack)).not.toContain(wrong)
    }
  })

  it('does not count as a use', async () => {
    const { key: revoked, id } = await makeApiKey(test.db, { revoked_at: '2024-05-07T09:30:00Z' })
    await authenticate(test.db, `Bearer ${revoked}`).catch(() => {})
    const row = await test.db
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ last_used_at: null })
  })
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { asLatin1, toLatin1, textOf, latin1Texts } from '../../src/response-body.ts'
import { timestampText } from '../../src/database/kysely.ts'
import { digestOf, latin1Sql, digestSql, withUrls } from '../../src/json-sql/expression.ts'
import { escaped, timestamp } from '../../src/json-sql/json.ts'
import { assembleDocument, type AssembledPieces } from '../../src/read-model/assemble.ts'
import { fragmentKey, FragmentCache } from '../../src/read-model/documents/fragment-cache.ts'
import { useDatabase } from '../support/database.ts'
import { anyCharacter } from '../support/any-character.ts'

const test = useDatabase()

/** What PostgreSQL can store. */
const text = fc
  .string({ unit: anyCharacter, maxLength: 200 })
  .filter((one) => !one.includes('\0') && Buffer.from(one).toString() === one)

/** What an SQL expression makes of each of these values of a type. */
async function made(
  type: string,
  values: readonly string[],
  expression: string,
): Promise<string[]> {
  const { rows } = await sql<{ made: string }>`
    SELECT ${sql.raw(expression)} AS made
    FROM unnest(${values}::text[]) WITH ORDINALITY AS given (value, at),
      LATERAL (SELECT value::${sql.raw(type)} AS x) AS typed ORDER BY at`.execute(test.db)
  return rows.map((row) => row.made)
}

describe('JSON made by SQL', () => {
  it('of any text is what JSON.stringify writes', async () => {
    const texts = fc.sample(text, { numRuns: 2_000, seed: 1 })
    expect(await made('text', texts, escaped('x'))).toEqual(texts.map((one) => JSON.stringify(one)))
  })

  it('of any moment is what the contract writes, whatever the time zone', async () => {
    const moments = fc.sample(
      fc.tuple(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        fc.constantFrom('', '000', '001', '120', '999'),
      ),
      { numRuns: 500, seed: 2 },
    )
    const raw = moments.map(([date, micros]) => date.toISOString().replace(/Z$/, `${micros}+00`))
    expect(await made('timestamptz', raw, timestamp('x'))).toEqual(
      raw.map((one) => JSON.stringify(timestampText(one).replace('.000000Z', 'Z'))),
    )
  })

  it('is no moment where there is none', async () => {
    expect(await made('timestamptz', ['infinity'], timestamp('x'))).toEqual(['"infinite"'])
  })
})

describe('a text as its bytes', () => {
  it('is the same, and has the same digest, as this program makes it', async () => {
    const texts = fc.sample(text, { numRuns: 500, seed: 3 })
    const bytes = await made('text', texts, latin1Sql('x'))
    expect(bytes).toEqual(texts.map(toLatin1))
    expect(await made('text', bytes, digestSql('x'))).toEqual(bytes.map(digestOf))
  })
})

describe('the URLs of the service', () => {
  it('are inserted as they are', () => {
    const urls = { public: 'https://art.example/$1', media: "https://media.example/$&/$1/$'" }
    const json = '["\u0001media\u0001/a","\u0001public\u0001/b","\u0001media\u0001/c"]'
    const { public: own, media } = urls
    expect(withUrls(json, urls)).toBe(`["${media}/a","${own}/b","${media}/c"]`)
  })
})

const USER = '0b9e6a5e-6c3c-4f0e-9a35-2f1b3c8d7e10'

describe('fill', () => {
  const document = asLatin1(`{"a":\u0001g7\u0001,"b":[\u0001u${USER}\u0001],"c":\u0001g7\u0001}`)

  function filled(parts: FragmentCache): AssembledPieces & { readonly text: string } {
    const pieces: AssembledPieces = { texts: [toLatin1('before ')], digests: [], missing: [] }
    assembleDocument(document, undefined, parts, pieces)
    return { ...pieces, text: textOf(latin1Texts(pieces.texts)).replace(/^before /, '') }
  }

  it('names all the parts that are not at hand', () => {
    expect(filled(new FragmentCache()).missing).toEqual(['g7', `u${USER}`, 'g7'])
    const some = new FragmentCache()
    for (const id of [7, 77]) some.set(fragmentKey('gallery', id), toLatin1('{}'))
    some.set(fragmentKey('tag', 7), toLatin1('{}'))
    expect(filled(some).missing).toEqual([`u${USER}`])
  })

  it('has another digest whenever one of the parts has another text', () => {
    const parts = new FragmentCache()
    const digests = new Set<string>()
    for (const [gallery, user] of ['12', '21', '11', '22', '12'].map(([...one]) => one)) {
      parts.set(fragmentKey('gallery', 7), toLatin1(`${gallery}`))
      parts.set(fragmentKey('user', USER), toLatin1(`${user}`))
      const { text: told, digests: own } = filled(parts)
      expect(told).toBe(`{"a":${gallery},"b":[${user}],"c":${gallery}}`)
      digests.add(own.join(' '))
    }
    expect(digests.size).toBe(4)
  })
})

import fc from 'fast-check'
import { sql, type Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { FILE_KIND_NAMES, type FileKindName } from '../../../scripts/files/file-kinds.ts'
import { COUNTED_LISTS } from '../../../src/lists/list.ts'
import { isVisible } from '../../../src/request-body/contract-keywords.ts'
import type { Database } from '../../../src/database/tables.ts'
import { LIMITED_PER_USER, resolve, type Schema } from '../../contract/document.ts'
import { validParts } from '../../records/valid-values.ts'
import { useDatabase } from '../../support/database.ts'
import { makeArtist } from '../../support/make-artist.ts'
import { makeExchangeRate } from '../../support/make-exchange-rate.ts'
import { makeGallery } from '../../support/make-gallery.ts'
import { makeTag } from '../../support/make-tag.ts'
import { makeUser } from '../../support/make-user.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { nextNumber } from '../../support/sequence.ts'
import { useFiles } from '../import/support/files.ts'
import { rowVersions } from '../import/support/row-versions.ts'
import { exportText, importFile, kindOf } from './support/import-file.ts'

type Fields = Readonly<Record<string, unknown>>

// For any records that the contract allows: the import of an export changes nothing, and in another database with the
// same references it makes the same records.

const source = useDatabase()
const target = useDatabase()
const files = useFiles()

/** Ids of the records that others refer to, in both databases. */
const REFERENCES = [1_000, 1_001]
const USERNAMES = ['quayside', 'kunsthal.nord']

beforeAll(async () => {
  for (const { db } of [source, target]) {
    const [owner] = await Promise.all(USERNAMES.map((username) => makeUser(db, { username })))
    await makeExchangeRate(db, 'USD', '1.25')
    for (const id of REFERENCES) {
      await makeGallery(db, { id, owner_id: owner?.id ?? '' })
      await makeArtist(db, { id })
      await makeVenue(db, { id })
      await makeTag(db, { id })
    }
  }
})

/** Texts that a spreadsheet or a reader of CSV could change. */
const FORMULAS = [
  '=SUM(A1)',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  '|x',
  '%x',
]
const LOOKALIKES = [
  "'",
  "''",
  "'=1",
  "''x",
  "'X'",
  'null',
  "'null",
  'NULL',
  'true',
  '12',
  '00123',
  "'05",
  '1/2',
  'May 1968',
  "'4-Jul",
  '10,20',
  "'Wahr",
  '{=1}',
  'a\u0085\u0092b',
  '[]',
  '1;2',
]
const DELIMITERS = [
  '"',
  '""',
  'a"b,c;d',
  ' x ',
  'a\r\nb\nc\rd',
  '静物 🎨',
  '\ufeffx',
  'x\u2028y',
  '\u0085',
  'Gr\ufffdn',
  'Wa??sa',
]
const NASTY = [...FORMULAS, ...LOOKALIKES, ...DELIMITERS]

const nasty = fc.constantFrom(...NASTY)

function linesOf(name: FileKindName): fc.Arbitrary<Fields[]> {
  const { input, noun, isListing } = kindOf(name)
  const references = Object.fromEntries(
    ['galleries', 'artists', 'venues', 'tags'].map((each) => [each, REFERENCES]),
  )
  const categories = input.properties?.['category'] === undefined ? [] : [1]
  const parts = validParts(input, { ids: references, usernames: USERNAMES }, categories)
  // Fields that take any text, with which the others must not change.
  const free = Object.entries(input.properties ?? {}).flatMap(([field, schema]) =>
    field === 'title' || resolve<Schema>(schema).pattern === '^[^\\x00]*$' ? [field] : [],
  )
  const texts = fc.dictionary(fc.constantFrom(...free), nasty)
  const members = fc.record({
    key: fc.option(nasty),
    author: fc.constantFrom(...USERNAMES),
    publish_status: fc.constantFrom('draft', 'published', 'archived'),
  })
  const line = fc
    .tuple(fc.tuple(...parts), texts, members, nasty)
    .map(([valid, replaced, { key, author, publish_status }, prefix]) => {
      const fields: Record<string, unknown> = Object.assign({}, ...valid)
      for (const [field, text] of Object.entries(replaced)) {
        if (field in fields && (field !== 'title' || isVisible(text))) fields[field] = text
      }
      if ('name' in fields)
        fields['name'] = `${prefix.replaceAll(/\p{Cc}/gu, '')}${String(fields['name'])}`
      if (isListing) fields['publish_status'] = publish_status
      const number = nextNumber()
      // An artist without an id is named by the name.
      const byKey = isListing ? { external_id: `${key}${number}` } : {}
      return {
        ...(key === null ? { id: 10_000_000 + number } : byKey),
        ...(name === 'events' && { author }),
        [noun]: fields,
      }
    })
  return fc.array(line, { minLength: 1, maxLength: 20 })
}

async function clear(name: FileKindName): Promise<void> {
  for (const { db } of [source, target]) {
    await sql`DELETE FROM ${sql.table(name)} WHERE id <> ALL (${REFERENCES})`.execute(db)
  }
}

/** Both exports in one order. */
async function recordsOf(db: Kysely<Database>, name: FileKindName): Promise<unknown[]> {
  const lines = (await exportText(db, name, 'ndjson')).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as unknown)
}

it('files can have each kind of record that users create', () => {
  const tables = [...COUNTED_LISTS, ...LIMITED_PER_USER.map(({ table }) => table)]
  const toDo = 'Name the kind in FILE_KINDS (scripts/files/file-kinds.ts)'
  expect(FILE_KIND_NAMES.toSorted(), toDo).toEqual(tables.toSorted())
})

describe.each(FILE_KIND_NAMES)('%s', (name) => {
  it.each(['csv', 'ndjson'] as const)('survive an export and an import: %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(linesOf(name), async (lines) => {
        await clear(name)
        const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
        const first = await importFile(source.db, name, files.write(text, 'lines.ndjson'))
        expect(first.rejected).toEqual([])
        expect(first.counts?.imported).toBe(lines.length)

        const file = files.write(await exportText(source.db, name, format), `export.${format}`)
        const versions = await rowVersions(source.db)
        const again = await importFile(source.db, name, file)
        expect(again.rejected).toEqual([])
        expect(again.counts?.imported).toBe(0)
        expect(await rowVersions(source.db)).toEqual(versions)

        const moved = await importFile(target.db, name, file)
        expect(moved.rejected).toEqual([])
        expect(await recordsOf(target.db, name)).toEqual(await recordsOf(source.db, name))
      }),
      // A run costs much more than a record.
      { numRuns: 8 },
    )
  })
})

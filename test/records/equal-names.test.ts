import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { NAMED_LISTS, UNIQUE_NAMES } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { expectRejected, makeRecordWriter, type RecordWriter } from '../support/record-writer.ts'
import { nextNumber } from '../support/sequence.ts'

const test = useService()
let writer: RecordWriter

beforeAll(async () => {
  writer = await makeRecordWriter(test)
})

/** Another spelling of the same name. */
const spelling = fc
  .array(
    fc.constantFrom<(name: string) => string>(
      (name) => name.normalize('NFD'),
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.toLowerCase().toUpperCase(),
      (name) => `${name}\u00A0 `,
      (name) => `\u200B${name.slice(0, 2)}\u200D\u2060${name.slice(2)}\u00AD`,
      (name) => `\u202E${name}`,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((changes) => (name: string) => changes.reduce((text, change) => change(text), name))

const NAMES = [
  'Zoë Brunnén',
  'STRASSE Groß',
  'Ὀδυσσεύς',
  'Ярмарка',
  'İstanbul',
  '静物 Ａ',
  'GROẞ ᾳ',
  'Ⴀბ Მ Ꭰꭱ 𐐔𐐯',
]

describe.each(UNIQUE_NAMES)('a name of $path', ({ path }) => {
  it('is taken in every spelling, for POST and PATCH', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), spelling, spelling, async (name, one, other) => {
        const base = `${name} ${nextNumber()}n`
        const first = await writer.create(path, { name: one(base) })
        const taken = await writer.post(path, { name: other(base) })
        expectRejected(taken, 422, 'unprocessable_content', ['/name'])
        // Its own name may be spelt anew, and differ in an accent from that of another.
        await writer.change(first, { name: other(base) })
        const second = await writer.create(path, { name: `${base}\u0323` })
        expect((await writer.patch(second, { name: one(base) })).status).toBe(422)
      }),
      { numRuns: 8 },
    )
  })

  it('is given once to two requests at the same time', async () => {
    const name = `Dusk ${nextNumber()}n`
    const both = await Promise.all(
      [name, name.toUpperCase()].map((each) => writer.post(path, { name: each })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  })
})

const OTHERS = NAMED_LISTS.filter((list) => !UNIQUE_NAMES.includes(list))

it.each(OTHERS)('two records of $path may have one name', async ({ path }) => {
  await writer.create(path, { name: 'Dusk' })
  const second = await writer.post(path, { name: 'Dusk' })
  const toDo = 'Name the kind in `UnprocessableContent` (openapi/v1.yaml) if its names are unique'
  expect(second.status, toDo).toBe(201)
})

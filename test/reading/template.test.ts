import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fill, type Pieces } from '../../src/reading/records/fill.ts'
import { byteText, byteTexts } from '../../src/byte-text.ts'
import { textOf } from '../../src/contract/answer-body.ts'
import { namePart, part } from '../../src/reading/records/part.ts'
import { Parts } from '../../src/reading/records/parts.ts'
import { templateOf } from '../../src/reading/records/template.ts'

/** Parts of the record that was made last. */
let parts = new Parts()
let partCount = 0

function mark(value: object): void {
  partCount += 1
  parts.set(namePart('tag', partCount), byteText(JSON.stringify(value)))
  part('tag', partCount, value)
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0001', '\u0001tag 1\u0001', '"', '\\u0001', ''),
)
const leaf = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))

/** Anything that JSON can write, some of whose objects are parts. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object'), tie('part')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(text, fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 4 }),
  part: fc.dictionary(text, leaf, { maxKeys: 3 }).map((fields) => ({ isPart: true, ...fields })),
}))

/** Marks the parts of a value; in a second pass, so that a value that is made smaller has its own. */
function markParts(node: unknown): void {
  if (node === null || typeof node !== 'object') return
  if ('isPart' in node) mark(node)
  else for (const inner of Object.values(node)) markParts(inner)
}

/** A template with its parts put in, behind a text that was there before. */
function filled(template: string, from: Parts): Pieces & { readonly text: string } {
  const pieces: Pieces = { texts: [byteText('before ')], digests: [], missing: [] }
  fill(byteText(template), from, pieces)
  const told = textOf(byteTexts(pieces.texts))
  expect(told.startsWith('before ')).toBe(true)
  return { ...pieces, text: told.slice('before '.length) }
}

describe('a template', () => {
  it('is filled to what JSON.stringify writes of any record', () => {
    fc.assert(
      fc.property(fc.dictionary(text, value, { maxKeys: 5 }), (record) => {
        parts = new Parts()
        partCount = 0
        markParts(record)
        const template = templateOf(record)
        expect(template.split('\u0001').length).toBe(1 + 2 * partCount)
        const { missing, text: told } = filled(template, parts)
        expect(missing).toEqual([])
        expect(told).toBe(JSON.stringify(record))
      }),
      { numRuns: 500 },
    )
  })

  it('leaves out what is undefined, as JSON.stringify does', () => {
    expect(templateOf({ a: undefined, b: 1, c: undefined })).toBe('{"b":1}')
  })
})

const USER = '0b9e6a5e-6c3c-4f0e-9a35-2f1b3c8d7e10'

describe('fill', () => {
  const shared = part('gallery', 7, { name: 'Nord' })
  const author = part('user', USER, {})
  const template = templateOf({ a: shared, b: [author], c: shared })

  it('names all the parts that are not at hand', () => {
    expect(filled(template, new Parts()).missing).toEqual(['g7', `u${USER}`, 'g7'])
    const some = new Parts()
    some.set(namePart('gallery', 7), byteText('{}'))
    some.set(namePart('gallery', 77), byteText('{}'))
    some.set(namePart('tag', 7), byteText('{}'))
    expect(filled(template, some).missing).toEqual([`u${USER}`])
  })

  it('has another digest whenever one of the parts has another text', () => {
    const all = new Parts()
    const digests = new Set<unknown>()
    for (const [gallery, user] of [
      [1, 2],
      [2, 1],
      [1, 1],
      [2, 2],
      [1, 2],
    ] as const) {
      all.set(namePart('gallery', 7), byteText(`${gallery}`))
      all.set(namePart('user', USER), byteText(`${user}`))
      const { text: told, digests: own } = filled(template, all)
      expect(told).toBe(`{"a":${gallery},"b":[${user}],"c":${gallery}}`)
      digests.add(own.join(' '))
    }
    expect(digests.size).toBe(4)
  })
})

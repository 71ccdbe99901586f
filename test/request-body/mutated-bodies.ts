import fc from 'fast-check'

const SEEDS = [
  '{"title":"Harbour at Dusk","artists":[309,7],"gallery":null,"price":12345.67}',
  '{"a":{"__proto__":{"x":1}},"constructor":{"prototype":{"y":1}},"b":[[],{},"\\ud83d\\ude00"]}',
  '{"a":[-0,1e2,0.1,true,false,null,"\\u0000","\\\\\\"","é😀"]}',
]
const PIECES = [
  '{}[]:,"\\ \n\t\0-+.09e'.split(''),
  ['\\u0000', '\\ud83d', '"__proto__":', '"a":1,', '"a":', '1e999', '[[[[', 'null', '\uFEFF'],
].flat()

interface Cut {
  readonly at: number
  readonly length: number
  readonly piece: string
}

/** A few places of a seed replaced by other text, which bytes can hold: an emoji may be cut in two. */
export const mutated = fc
  .record({
    seed: fc.constantFrom(...SEEDS),
    cuts: fc.array(
      fc.record({
        at: fc.nat(90),
        length: fc.nat(3),
        piece: fc.constantFrom('', ...PIECES),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ seed, cuts }) => Buffer.from(cuts.reduce(cut, seed)).toString())

function cut(text: string, { at, length, piece }: Cut): string {
  return text.slice(0, at) + piece + text.slice(at + length)
}

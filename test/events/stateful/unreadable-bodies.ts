import fc from 'fast-check'
import type { Body } from './body.ts'

/** Bodies that no schema is asked about, each with the JSON Pointer to what is wrong in it. */
const BODIES = [
  ['', ''],
  ['{', ''],
  ['[]', ''],
  ['null', ''],
  ['"{}"', ''],
  ['{"title":"a","title":"a"}', '/title'],
  ['{"title":"\\u0000"}', '/title'],
  ['{"title":"\\ud83c"}', '/title'],
  ['{"price":0.10000000000000000001}', '/price'],
] as const

const unreadable: fc.Arbitrary<Body> = fc
  .constantFrom(...BODIES)
  .map(([text, pointer]) => ({ text, isReadable: false, fields: {}, faults: [pointer] }))

/** As most bodies are, and now and then one that cannot be read. */
export function unreadableOr(body: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  return fc.oneof({ weight: 24, arbitrary: body }, { weight: 1, arbitrary: unreadable })
}

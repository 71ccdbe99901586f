import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mutated } from './mutated-bodies.ts'
import { errorsOf, read } from './read-body.ts'

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown }
  } catch {
    return undefined
  }
}

/** JSON.parse keeps -0, which is 0. */
function withoutNegativeZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

describe('readJsonObject', () => {
  it('reads what JSON.stringify writes of any object', () => {
    const value = fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.jsonValue({ stringUnit: 'binary' }),
    )
    const object = value.filter((made) => !JSON.stringify(made).includes('\\u0000'))
    fc.assert(
      fc.property(object, fc.nat(3), (made, indent) => {
        const text = JSON.stringify(made, null, indent)
        expect(read(text)).toEqual({ value: JSON.parse(text) as unknown })
      }),
    )
  })

  it('agrees with JSON.parse on what is JSON, and on its value', () => {
    let accepted = 0
    fc.assert(
      fc.property(mutated, (text) => {
        const result = read(text)
        const oracle = parsed(text)
        if ('value' in result) {
          accepted += 1
          expect(result.value).toEqual(withoutNegativeZero(oracle?.value))
        } else {
          const details = JSON.stringify(errorsOf(text))
          expect(details.includes('It is not JSON')).toBe(oracle === undefined)
        }
      }),
      { numRuns: 5000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
})

function keys(size: number): string {
  return `{${Array.from({ length: size / 10 }, (_, n) => `"k${n}":1`).join(',')}}`
}

/** Bodies of about `size` bytes, each with another kind of repetition. */
const LONG: Readonly<Record<string, (size: number) => string>> = {
  arrays: (size) => `{"a":[${'[[[[]]]],'.repeat(size / 9)}1]}`,
  digits: (size) => `{"a":1${'0'.repeat(size)}1}`,
  numbers: (size) => `{"a":[${'1,'.repeat(size / 2)}1]}`,
  keys,
  'equal keys': (size) => `{${'"a":1,'.repeat(size / 6)}"a":1}`,
  'equal keys, the first with much': (size) =>
    `{"a":${keys(size / 2)},${'"a":{},'.repeat(size / 14)}"b":1}`,
  'equal keys below a long one': (size) =>
    `{"${'~'.repeat(size / 2)}":{${'"a":1,'.repeat(size / 12)}"b":1}}`,
  escapes: (size) => `{"a":"${'\\u0061'.repeat(size / 6)}"}`,
  'invalid characters': (size) => `{"a":[${'"\\u0000",'.repeat(size / 9)}1]}`,
  'invalid names': (size) => `{${'"\\ud83d":1,'.repeat(size / 11)}"a":1}`,
  'an open string': (size) => `{"a":"${'\\"'.repeat(size / 2)}`,
  lines: (size) => `{${'\n'.repeat(size)}x`,
}

describe('a body of the maximum size', () => {
  it.each(Object.entries(LONG))('C22 with repetitions is read or rejected: %s', (_, make) => {
    const text = make(262_144)
    const isRead = 'value' in read(text)
    expect(isRead || errorsOf(text).length > 0).toBe(true)
  })
})

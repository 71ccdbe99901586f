import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mutated } from './mutated-bodies.ts'
import { errorsOf, read } from './read-body.ts'
import { anyCharacter } from '../support/any-character.ts'

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
      fc.string({ unit: anyCharacter }),
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, latin1Texts, lengthOf, textOf, toLatin1 } from '../src/response-body.ts'
import { anyCharacter } from './support/any-character.ts'

/** Any text without lone surrogates. */
const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }))

describe('Latin-1 encoded UTF-8', () => {
  it('has one character for each byte of a text', () => {
    fc.assert(
      fc.property(text, (given) => {
        const bytes = toLatin1(given)
        const utf8 = Buffer.from(given)
        expect(Array.from(utf8, (byte) => String.fromCharCode(byte)).join('')).toBe(bytes)
        expect(bytesOf(latin1Texts([bytes])).equals(utf8)).toBe(true)
        expect(textOf(latin1Texts([bytes]))).toBe(given)
      }),
    )
  })

  it('can be concatenated', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const both = latin1Texts([toLatin1(one), toLatin1(other)])
        expect(textOf(both)).toBe(one + other)
        expect(both.length).toBe(Buffer.byteLength(one + other))
      }),
    )
  })
})

describe('a response body', () => {
  it('has the same bytes and length in both forms', () => {
    fc.assert(
      fc.property(text, (given) => {
        const bytes = toLatin1(given)
        expect(bytesOf(given).equals(bytesOf(latin1Texts([bytes])))).toBe(true)
        expect(textOf(given)).toBe(given)
        for (const body of [given, latin1Texts([bytes])]) {
          expect(lengthOf(body)).toBe(Buffer.byteLength(given))
        }
      }),
    )
  })
})

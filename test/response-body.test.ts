import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLatin1, latin1Texts } from '../src/response-body.ts'
import { bytesOf, lengthOf, textOf } from '../src/response-body.ts'

/** Any text that has a form in UTF-8: without lone surrogates. */
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

describe('a byte text', () => {
  it('is the bytes of any text, each as a character', () => {
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

  it('of two texts, one after the other, is that of both', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const both = latin1Texts([toLatin1(one), toLatin1(other)])
        expect(textOf(both)).toBe(one + other)
        expect(both.length).toBe(Buffer.byteLength(one + other))
      }),
    )
  })
})

describe('a body', () => {
  it('has the same bytes and as many of them, in whichever form it is', () => {
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  escapeLineBreaks,
  latin1Texts,
  lengthOf,
  textOf,
  toLatin1,
} from '../src/response-body.ts'
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

describe('a line of a response', () => {
  /** Other load only adds to a cost. */
  const TRIES = 4
  const cost = (character: string): number => {
    // Each text has a length of its own, so that no cache of the engine has its result.
    const texts = Array.from({ length: 60 }, (_, n) => toLatin1(character.repeat(9_000 + n)))
    const began = process.cpuUsage()
    // Most of the cost is that of garbage, which one page does not show.
    for (let page = 0; page < 5; page += 1) Buffer.from(texts.map(escapeLineBreaks).join(''))
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
  const least = (character: string): number =>
    Math.min(...Array.from({ length: TRIES }, () => cost(character)))

  it('of line breaks takes at most 40 times as long as one of as many letters', () => {
    expect(least('\u2028') / least('a')).toBeLessThan(40)
  })
})

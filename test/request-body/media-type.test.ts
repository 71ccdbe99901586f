import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireMediaType } from '../../src/request-body/media-type.ts'
import { Problem } from '../../src/problems/problem.ts'
import { anyCharacter } from '../support/any-character.ts'

const ACCEPTED = ['application/merge-patch+json', 'application/json']

/** The problem of a body with these headers, if there is one. */
function problemOf(contentType?: string, contentEncoding?: string): Problem | undefined {
  try {
    requireMediaType(ACCEPTED, { contentType, contentEncoding })
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

describe('Content-Type', () => {
  it.each([
    'application/json',
    'application/merge-patch+json',
    'APPLICATION/Json',
    ' application/json ',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json \t;\tCHARSET="Utf-8"',
    String.raw`application/json; charset="\u\tf-8"`,
    'application/json; version=2; a="b;c=\\"d\\" é"',
    'application/json; charset=utf-8; profile="charset=latin1"',
    'application/json;',
    'application/json; ; charset=utf-8;;',
  ])('%s is accepted', (contentType) => {
    expect(problemOf(contentType)).toBeUndefined()
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/jsonx',
    'application/problem+json',
    'text/json',
    'multipart/form-data; boundary=json',
    'application/*',
  ])('A14 %s is not accepted', (contentType) => {
    expect(problemOf(contentType)?.message).toMatch(/^This Content-Type is not accepted\. /)
  })

  it.each([
    '',
    ' ',
    ';;;',
    'json',
    'application/',
    '/json',
    'application / json',
    'application/json,text/plain',
    'application/json, application/json',
    'application/json;;;=',
    'application/json; charset',
    'application/json; charset=',
    'application/json; charset =utf-8',
    'application/json; charset= utf-8',
    'application/json; charset="utf-8',
    'application/json; charset="utf-8"x',
    'application/json; charset="utf-8\\"',
    'application/json charset=utf-8',
    'application/json; a="\n"',
    'application/jsön',
  ])('A15 %j cannot be read', (contentType) => {
    expect(problemOf(contentType)?.message).toMatch(/^Content-Type cannot be read\. /)
  })

  it.each([
    'latin1',
    'utf8',
    'utf-16',
    '"iso-8859-1"',
    '""',
    'utf-8;charset=latin1',
    'latin1;charset=utf-8',
    'utf-8;CharSet=latin1',
  ])('A15 must not have the charset %s', (charset) => {
    const detail = problemOf(`application/json;charset=${charset}`)?.message
    expect(detail).toMatch(/^The charset is not UTF-8\. /)
  })

  it('is required', () => {
    expect(problemOf()).toMatchObject({
      code: 'unsupported_media_type',
      status: 415,
      message:
        'Content-Type is missing. Accepted: application/merge-patch+json, application/json, ' +
        'in UTF-8 and without a Content-Encoding.',
    })
  })

  it('gets 415 or is accepted', () => {
    const pieces = fc.constantFrom('application/json', ';', '=', '"', '\\', ' ', 'charset', 'utf-8')
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.array(pieces).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (contentType) => {
        expect([undefined, 415]).toContain(problemOf(contentType)?.status)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('Content-Encoding', () => {
  it.each(['identity', 'IDENTITY', ' identity '])('can be %j', (contentEncoding) => {
    expect(problemOf('application/json', contentEncoding)).toBeUndefined()
  })

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'identity;q=1', ''])(
    'A13 must not be %j',
    (contentEncoding) => {
      const problem = problemOf('application/json', contentEncoding)
      expect(problem?.status).toBe(415)
      expect(problem?.message).toMatch(/^This Content-Encoding is not accepted\. /)
    },
  )
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { addRequestFormats } from '../../src/request-body/contract-keywords.ts'

const ajv = addRequestFormats(new Ajv2020())

const validator = (format: string, type = 'string') => ajv.compile({ type, format })

describe('the formats of request bodies', () => {
  it('accept a timestamp in any time zone', () => {
    const isTimestamp = validator('date-time')
    expect(isTimestamp('2026-03-14t09:00:00.5+01:00')).toBe(true)
    expect(isTimestamp('2026-03-14T09:00:00')).toBe(false)
    expect(isTimestamp('2026-02-30T09:00:00Z')).toBe(false)
  })

  it.each([
    ['uri', 'https://gallery.example/works?id=1', 'javascript:alert(1)'],
    ['uri', 'http://gallery.example', 'https://user@gallery.example/'],
    ['uri', 'https://gallery.example:8443/', '//gallery.example/'],
    // The domain web_url rejects an IPv6 host.
    ['uri', 'http://127.0.0.1/', 'http://[::1]:22/'],
    ['uuid', '0c5b2f9e-3a47-4e6b-9a53-1d2f7b60c8aa', '0C5B2F9E-3A47-4E6B-9A53-1D2F7B60C8AA'],
  ])('C20 accept as %s %s, but not %s', (format, right, wrong) => {
    expect(validator(format)(right)).toBe(true)
    expect(validator(format)(wrong)).toBe(false)
  })

  it.each([
    ['int32', 2 ** 31 - 1, 2 ** 31],
    ['int64', Number.MAX_SAFE_INTEGER, 2 ** 53],
  ])('accept as %s %d, but not %d', (format, right, wrong) => {
    expect(validator(format, 'integer')(right)).toBe(true)
    expect(validator(format, 'integer')(wrong)).toBe(false)
  })
})

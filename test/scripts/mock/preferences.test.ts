import { describe, expect, it } from 'vitest'
import { preferencesText, readPreferences } from '../../../scripts/mock/preferences.ts'

describe('Prefer', () => {
  it.each([
    ['code=404', { code: '404' }],
    ['example=NotFound', { example: 'NotFound' }],
    ['code=200, example=PastTheEnd', { code: '200', example: 'PastTheEnd' }],
    ['example=PastTheEnd,code=200', { code: '200', example: 'PastTheEnd' }],
    ['example="PastTheEnd"', { example: 'PastTheEnd' }],
    ['example="Past, \\"The\\" End"', { example: 'Past, "The" End' }],
    ['CODE=404', { code: '404' }],
    ['  code = 404  ', { code: '404' }],
    ['code=404; level=1; note="a, b"', { code: '404' }],
    ['code=404;', { code: '404' }],
    ['code=404, code=500', { code: '404' }],
    ['code=404, Code=500', { code: '404' }],
    ['respond-async, wait=10, code=404', { code: '404' }],
    ['return=minimal, dynamic=true', {}],
    ['code', { code: '' }],
    ['code=', { code: '' }],
    ['code=""', { code: '' }],
    ['', {}],
    [undefined, {}],
  ])('%s is %j', (header, preferences) => {
    expect(readPreferences(header)).toEqual(preferences)
  })

  it.each(['code=404 example=X', '=404', ',', 'code=404,,example=X', 'example="X', 'code=(404)'])(
    '%s cannot be read',
    (header) => {
      expect(readPreferences(header)).toBeUndefined()
    },
  )
})

describe('Preference-Applied', () => {
  it.each([
    [{ code: '404' }, 'code=404'],
    [{ code: '200', example: 'PastTheEnd' }, 'code=200, example=PastTheEnd'],
    [{}, ''],
  ])('of %j is "%s"', (preferences, text) => {
    expect(preferencesText(preferences)).toBe(text)
  })
})

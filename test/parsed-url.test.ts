import { describe, expect, it } from 'vitest'
import { parsedUrl } from '../src/config.ts'

describe('parsedUrl', () => {
  it('is undefined for an invalid URL', () => {
    expect(parsedUrl('no address')).toBeUndefined()
  })

  it('parses URLs that are not ASCII, however often', () => {
    // A new string each time, as from the rows of a file: the bug of URL.canParse needs that.
    const read = (): string | undefined => parsedUrl(JSON.parse('"http://ex\\u00e4mple.org"'))?.href
    const wrong = Array.from({ length: 30_000 }, read).filter(
      (href) => href !== 'http://xn--exmple-cua.org/',
    )
    expect(wrong).toEqual([])
  })
})

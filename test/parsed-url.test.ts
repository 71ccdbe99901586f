import { describe, expect, it } from 'vitest'
import { parsedUrl } from '../src/config.ts'

describe('parsedUrl', () => {
  it('is undefined for what is no URL', () => {
    expect(parsedUrl('no address')).toBeUndefined()
  })

  it('reads addresses that are not ASCII, however often', () => {
    // Made anew each time, as a file's rows are: the trap of URL.canParse needs that.
    const read = (): string | undefined => parsedUrl(JSON.parse('"http://ex\\u00e4mple.org"'))?.href
    const wrong = Array.from({ length: 30_000 }, read).filter(
      (href) => href !== 'http://xn--exmple-cua.org/',
    )
    expect(wrong).toEqual([])
  })
})

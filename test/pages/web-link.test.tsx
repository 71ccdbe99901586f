import { describe, expect, it } from 'vitest'
import { WebLink } from '../../src/pages/components/text.tsx'
import { renderToString } from 'preact-render-to-string'

const html = (url: string) => renderToString(<WebLink url={url}>there</WebLink>)

describe('a link to an address from the data', () => {
  it.each(['https://a.example/b?c=d', 'http://a.example'])(
    'leads to %s, and says not from where',
    (url) => {
      expect(html(url)).toBe(`<a href="${url}" rel="noreferrer">there</a>`)
    },
  )

  it.each([
    'javascript:alert(1)//https://a.example',
    'data:text/html,https://a.example',
    ' https://a.example',
    '//a.example',
    '',
  ])('is no link to "%s"', (url) => {
    expect(html(url)).toBe('<span>there</span>')
  })
})

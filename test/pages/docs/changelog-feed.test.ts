import { DOMParser, onErrorStopParsing, type Element } from '@xmldom/xmldom'
import { describe, expect, it } from 'vitest'
import { changelogFeed } from '../../../src/pages/docs/changelog-feed.ts'
import { PUBLIC_URL, useService } from '../../support/app.ts'
import { readText } from '../../support/repository.ts'

const test = useService()
const ATOM = 'http://www.w3.org/2005/Atom'
const FEED = `${PUBLIC_URL}/docs/changelog.atom`
const headings = readText('CHANGELOG.md').match(/(?<=^## ).*/gm) ?? []
const releases = headings.filter((heading) => heading !== 'Unreleased')

function feedOf(text: string): Element {
  const parser = new DOMParser({ onError: onErrorStopParsing })
  return parser.parseFromString(text, 'application/xml').documentElement as Element
}

/** The texts of the children of that name; of a link, its relation and address. */
function childrenOf(parent: Element, name: string): string[] {
  return [...parent.getElementsByTagNameNS(ATOM, name)]
    .filter((child) => child.parentElement === parent)
    .map((child) =>
      name === 'link'
        ? `${child.getAttribute('rel')} ${child.getAttribute('href')}`
        : (child.textContent ?? ''),
    )
}

describe('/docs/changelog.atom', () => {
  it('has what RFC 4287 requires of a feed, and an entry of each release', async () => {
    const { headers, text } = await test.send({ url: '/docs/changelog.atom' })
    expect(headers['content-type']).toBe('application/atom+xml')
    const feed = feedOf(text)
    const [updated] = childrenOf(feed, 'updated')
    expect(childrenOf(feed, 'id')).toEqual([FEED])
    expect(childrenOf(feed, 'title')).toHaveLength(1)
    expect(childrenOf(feed, 'author')).toHaveLength(1)
    expect(childrenOf(feed, 'link')).toEqual([
      `self ${FEED}`,
      `alternate ${PUBLIC_URL}/docs/changelog`,
    ])
    const entries = [...feed.getElementsByTagNameNS(ATOM, 'entry')]
    expect(
      entries.map((entry) => [...childrenOf(entry, 'id'), ...childrenOf(entry, 'updated')]),
    ).toEqual(
      releases.map((heading) => {
        const [version = '', day = ''] = heading.split(' - ')
        return [`${FEED}#${version}`, `${day}T00:00:00Z`]
      }),
    )
    expect(updated).toBe(childrenOf(entries[0] as Element, 'updated')[0])
  })

  it('has the text of each release as HTML, and where it stands on the page', async () => {
    const { text } = await test.send({ url: '/docs/changelog.atom' })
    const page = (await test.send({ url: '/docs/changelog' })).text
    for (const entry of feedOf(text).getElementsByTagNameNS(ATOM, 'entry')) {
      const [html = ''] = childrenOf(entry, 'content')
      expect(html).toMatch(/^<p>The contract, version/)
      expect(html).not.toContain('<h2')
      expect(page).toContain(html)
      const [, id] =
        /^alternate \S+\/docs\/changelog#(\S+)$/.exec(childrenOf(entry, 'link')[0] ?? '') ?? []
      expect(page).toContain(`<h2 id="${id}">`)
    }
  })

  it('escapes the public URL', () => {
    const feed = feedOf(changelogFeed("https://art.example/a&b'c"))
    expect(childrenOf(feed, 'id')).toEqual(["https://art.example/a&b'c/docs/changelog.atom"])
  })
})

describe('/docs/changelog', () => {
  it('leads readers and programs to the feed', async () => {
    const { text } = await test.send({ url: '/docs/changelog' })
    expect(text).toMatch(
      /<head>.*<link rel="alternate" type="application\/atom\+xml" href="\/docs\/changelog\.atom"[^>]*>.*<\/head>/s,
    )
    expect(text).toContain('<a href="/docs/changelog.atom">')
    const other = (await test.send({ url: '/docs/versions' })).text
    expect(other).not.toContain('application/atom+xml')
  })

  it('has every release and what is unreleased, without comments', async () => {
    const { text } = await test.send({ url: '/docs/changelog' })
    const shown = [...text.matchAll(/<h2 id="[^"]*">([^<]*)/g)].map(([, heading]) => heading)
    expect(shown).toEqual(headings)
    expect(text).not.toContain('&lt;!--')
  })
})

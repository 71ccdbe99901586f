import { contract } from '../../contract/document.ts'
import { CHANGELOG_PAGE as page, markdownText } from './markdown-pages.ts'
import { escapeHtml as escaped, headingId, renderMarkdown } from './render-markdown.ts'

/** The heading of a release, as `npm run release` writes it, and the text up to the next one. */
const RELEASE = /^## ((\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2}))\n((?:(?!## ).*\n)*)/gm

/** The releases in the changelog as an Atom feed (RFC 4287). Unreleased changes are not in it. */
export function changelogFeed(publicUrl: string): string {
  const url = escaped(`${publicUrl}${page.path}`)
  const id = escaped(`${publicUrl}${page.feed}`)
  const releases = [...markdownText(page).matchAll(RELEASE)]
  const entries = releases.map(([, heading = '', version, day, text]) => {
    const { html } = renderMarkdown(page, publicUrl, text)
    return `<entry>
<id>${id}#${version}</id>
<title>Version ${version}</title>
<updated>${day}T00:00:00Z</updated>
<link rel="alternate" type="text/html" href="${url}#${headingId(heading)}"/>
<content type="html">${escaped(html)}</content>
</entry>
`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${id}</id>
<title>${page.title} – ${escaped(contract.info.title)}</title>
<author><name>${escaped(contract.info.title)}</name></author>
<updated>${releases[0]?.[3]}T00:00:00Z</updated>
<link rel="self" type="application/atom+xml" href="${id}"/>
<link rel="alternate" type="text/html" href="${url}"/>
${entries.join('')}</feed>
`
}

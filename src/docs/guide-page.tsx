import type { VNode } from 'preact'
import { Page } from '../pages/page.tsx'
import type { Site } from '../pages/site.ts'
import type { Guide } from './guide.ts'

/** The partner guide, with its chapters to jump to. */
export function GuidePage({ site, guide }: { readonly site: Site; readonly guide: Guide }): VNode {
  return (
    <Page site={site} title="Partner guide" path={`${site.prefix}/docs/guide`}>
      <div class="prose">
        <h1>Partner guide</h1>
        <nav aria-label="Chapters">
          <ul>
            {guide.chapters.map(({ title, id }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {/* Made of this repository's own Markdown, in which HTML is text. */}
        <div dangerouslySetInnerHTML={{ __html: guide.html }} />
      </div>
    </Page>
  )
}

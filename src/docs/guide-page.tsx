import type { VNode } from 'preact'
import { Layout } from '../pages/page.tsx'
import type { Site } from '../pages/site.ts'
import { GUIDE_PAGES, type GuidePath } from './guide-files.ts'
import type { Guide } from './guide.ts'

interface GuidePageProps {
  readonly site: Site
  readonly page: GuidePath
  readonly guide: Guide
}

/** A page of the guide, with its chapters to jump to, and the way to the others. */
export function GuideView({ site, page, guide }: GuidePageProps): VNode {
  const folder = `${site.prefix}/docs/guide`
  const { title } = GUIDE_PAGES[page]
  return (
    <Layout site={site} title={title} path={`${folder}${page}`}>
      <div class="prose">
        {page !== '' && (
          <nav class="way-back" aria-label="Breadcrumb">
            <a href={folder}>{GUIDE_PAGES[''].title}</a>
          </nav>
        )}
        <h1>{title}</h1>
        <nav aria-label="Chapters">
          <ul>
            {guide.chapters.map((chapter) => (
              <li key={chapter.id}>
                <a href={`#${chapter.id}`}>{chapter.title}</a>
              </li>
            ))}
            {page === '' &&
              OTHERS.map((other) => (
                <li key={other}>
                  <a href={`${folder}${other}`}>{GUIDE_PAGES[other].title}</a>
                </li>
              ))}
          </ul>
        </nav>
        {/* Made of this repository's own Markdown, in which HTML is text. */}
        <div dangerouslySetInnerHTML={{ __html: guide.html }} />
      </div>
    </Layout>
  )
}

const OTHERS = (Object.keys(GUIDE_PAGES) as GuidePath[]).filter((page) => page !== '')

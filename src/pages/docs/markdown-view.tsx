import type { VNode } from 'preact'
import { Layout } from '../layout.tsx'
import { guideOf, type Site } from '../site.ts'
import { contentsText } from '../components/text.tsx'
import { MARKDOWN_PAGES, type MarkdownPage, type Readers } from './markdown-pages.ts'

export interface RenderedMarkdown {
  readonly html: string
  /** In plain text; undefined for a document that begins with no text of its own. */
  readonly summary: string | undefined
  readonly headings: readonly Heading[]
}

export interface Heading {
  readonly title: string
  /** Of its element, for links. */
  readonly id: string
}

interface MarkdownViewProps {
  readonly site: Site
  readonly page: MarkdownPage
  readonly rendered: RenderedMarkdown
}

/** The view of a Markdown document: beside its text, or folded above it, the other documents and its chapters. */
export function MarkdownView({ site, page, rendered }: MarkdownViewProps): VNode {
  const path = `${site.prefix}${page.path}`
  const feed = page.feed && `${site.prefix}${page.feed}`
  const description = rendered.summary ?? contentsText(page.title, rendered.headings)
  const contents = <DocsNavigation site={site} path={path} chapters={rendered.headings} />
  return (
    <Layout
      site={site}
      title={page.title}
      path={path}
      above={path === guideOf(site)[1] ? [] : [guideOf(site)]}
      preview={{ address: path, description }}
      feed={feed}
    >
      <div class="beside-contents">
        {/* Either of the two is shown, by the width. */}
        <div class="contents wide-only">{contents}</div>
        <details class="contents narrow-only">
          <summary>Contents</summary>
          {contents}
        </details>
        <div class="prose">
          <h1>{page.title}</h1>
          {feed && (
            <p>
              The releases are also an <a href={feed}>Atom feed</a>.
            </p>
          )}
          {/* Rendered from this repository's own Markdown, in which HTML is text. */}
          <div dangerouslySetInnerHTML={{ __html: rendered.html }} />
        </div>
      </div>
    </Layout>
  )
}

interface DocsNavigationProps {
  readonly site: Site
  readonly path: string
  /** Of the document at `path`. */
  readonly chapters?: readonly Heading[]
}

const READERS: readonly Readers[] = ['partners', 'operators and developers']

/** Links to all Markdown documents by their readers, and to the chapters of the current one. */
export function DocsNavigation({ site, path, chapters = [] }: DocsNavigationProps): VNode {
  return (
    <nav class="documents" aria-label="Documentation">
      {READERS.map((readers) => (
        <details
          key={readers}
          open={readers === 'partners' || MARKDOWN_PAGES.some((page) => isAt(page, readers))}
        >
          <summary>For {readers}</summary>
          <ul>
            {MARKDOWN_PAGES.filter((page) => page.readers === readers).map((page) => (
              <li key={page.path}>
                <a
                  href={`${site.prefix}${page.path}`}
                  aria-current={isAt(page, readers) ? 'page' : undefined}
                >
                  {page.title}
                </a>
                {isAt(page, readers) && <Chapters chapters={chapters} />}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )

  function isAt(page: MarkdownPage, readers: Readers): boolean {
    return page.readers === readers && `${site.prefix}${page.path}` === path
  }
}

function Chapters({ chapters }: { readonly chapters: readonly Heading[] }): VNode {
  return (
    <ul>
      {chapters.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  )
}

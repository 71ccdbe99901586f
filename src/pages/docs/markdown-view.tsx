import type { VNode } from 'preact'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'
import { MARKDOWN_PAGES, type MarkdownPage } from './markdown-pages.ts'

export interface RenderedMarkdown {
  readonly html: string
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

/** The view of a Markdown document: the way to the others, its table of contents, its text. */
export function MarkdownView({ site, page, rendered }: MarkdownViewProps): VNode {
  const path = `${site.prefix}${page.path}`
  return (
    <Layout site={site} title={page.title} path={path}>
      <div class="prose">
        <DocsNavigation site={site} path={path} />
        <h1>{page.title}</h1>
        <nav aria-label="Chapters">
          <ul>
            {rendered.headings.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {/* Rendered from this repository's own Markdown, in which HTML is text. */}
        <div dangerouslySetInnerHTML={{ __html: rendered.html }} />
      </div>
    </Layout>
  )
}

interface DocsNavigationProps {
  readonly site: Site
  readonly path: string
}

/** Links to all Markdown documents, in the order of their list. */
export function DocsNavigation({ site, path }: DocsNavigationProps): VNode {
  return (
    <nav class="documents" aria-label="Documentation">
      <ul>
        {MARKDOWN_PAGES.map((page) => {
          const href = `${site.prefix}${page.path}`
          return (
            <li key={href}>
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {page.title}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

import type { FastifyInstance } from 'fastify'
import type { VNode } from 'preact'
import { DEPRECATIONS_PATH, deprecations } from '../../contract/deprecation.ts'
import { contract, EXAMPLE_URL } from '../../contract/document.ts'
import type { Urls } from '../../contract/operation-types.ts'
import { serveFixed } from '../../http/serve-static.ts'
import { htmlHeaders } from '../html-headers.ts'
import { renderHtml } from '../layout.tsx'
import { siteOf } from '../site.ts'
import { PROBLEMS, type ProblemCode } from '../../problems/catalogue.ts'
import { DeprecationsView } from './deprecations-view.tsx'
import { CHANGELOG_PAGE, GUIDE_FILES, guideFile, MARKDOWN_PAGES } from './markdown-pages.ts'
import { MarkdownView } from './markdown-view.tsx'
import { problemExamples, ProblemIndexView, ProblemTypeView } from './problem-views.tsx'
import { serveSwaggerUi } from './swagger-ui.tsx'

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

const ATOM = { 'content-type': 'application/atom+xml', 'x-content-type-options': 'nosniff' }

/**
 * The documentation below /docs: Swagger UI, the Markdown documents, the feed of the changelog, the deprecations, and a
 * view of every problem type. Each is rendered at its first request.
 */
export async function serveDocs(app: FastifyInstance, urls: Urls): Promise<void> {
  const site = siteOf(urls)
  const headers = htmlHeaders(["'self'"])
  const serveView = (path: string, view: () => VNode | Promise<VNode>): void => {
    for (const address of [path, `${path}/`]) {
      serveFixed(app, address, headers, async () => renderHtml(await view()))
    }
  }
  serveSwaggerUi(app, site)
  for (const page of MARKDOWN_PAGES) {
    serveView(page.path, async () => {
      // Imported at the first request: its many modules would delay every start.
      const { renderMarkdown } = await import('./render-markdown.ts')
      return <MarkdownView site={site} page={page} rendered={renderMarkdown(page, urls.public)} />
    })
  }
  serveGuideFiles(app, urls)
  serveFixed(app, CHANGELOG_PAGE.feed, ATOM, async () => {
    const { changelogFeed } = await import('./changelog-feed.ts')
    return changelogFeed(urls.public)
  })
  serveView(DEPRECATIONS_PATH, () => (
    <DeprecationsView
      site={site}
      path={`${site.prefix}${DEPRECATIONS_PATH}`}
      deprecations={deprecations(contract)}
    />
  ))
  serveView('/docs/problems', () => <ProblemIndexView site={site} />)
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    serveView(`/docs/problems/${code}`, () => (
      <ProblemTypeView site={site} code={code} examples={problemExamples(code, urls.public)} />
    ))
  }
}

/** Served as text, which a browser shows and other programs save. */
function serveGuideFiles(app: FastifyInstance, urls: Urls): void {
  for (const name of Object.keys(GUIDE_FILES)) {
    serveFixed(app, `/docs/guide/${name}`, TEXT, () =>
      guideFile(name).replaceAll(EXAMPLE_URL, urls.public),
    )
  }
}

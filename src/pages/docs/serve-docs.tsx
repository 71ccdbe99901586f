import type { FastifyInstance } from 'fastify'
import type { VNode } from 'preact'
import { DEPRECATIONS_PATH, deprecations } from '../../contract/deprecation.ts'
import { contract } from '../../contract/document.ts'
import type { Urls } from '../../contract/operation-types.ts'
import { serveFixed } from '../../http/serve-static.ts'
import { htmlHeaders } from '../html-headers.ts'
import { renderHtml } from '../layout.tsx'
import { siteOf } from '../site.ts'
import { PROBLEMS, type ProblemCode } from '../../problems/catalogue.ts'
import { DeprecationsView } from './deprecations-view.tsx'
import { GuideView } from './guide-view.tsx'
import { EXAMPLE_URL, GUIDE_FILES, GUIDE_PAGES, guideFile, type GuidePath } from './guide-files.ts'
import { problemExamples } from './problem-views.tsx'
import { ProblemIndexView, ProblemTypeView } from './problem-views.tsx'
import { serveSwaggerUi } from './swagger-ui.tsx'

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

/** Made when it is first asked for, like what it is served by. */
type Make = () => VNode | Promise<VNode>

/**
 * The documentation below /docs: Swagger UI, the partner guide, what is deprecated, and a page about
 * every problem.
 */
export async function serveDocs(app: FastifyInstance, urls: Urls): Promise<void> {
  const site = siteOf(urls)
  const headers = htmlHeaders(urls.media)
  // With a slash at its end and without.
  const page = (at: string, make: Make): void => {
    for (const address of [at, `${at}/`]) {
      serveFixed(app, address, headers, async () => renderHtml(await make()))
    }
  }
  serveSwaggerUi(app, site)
  for (const at of Object.keys(GUIDE_PAGES) as GuidePath[]) {
    page(`/docs/guide${at}`, async () => {
      // Not before somebody asks: its many modules would hold up every start.
      const { renderGuide } = await import('./guide-view.tsx')
      return <GuideView site={site} page={at} guide={renderGuide(at, urls.public)} />
    })
  }
  serveGuideFiles(app, urls)
  page(DEPRECATIONS_PATH, () => (
    <DeprecationsView
      site={site}
      path={`${site.prefix}${DEPRECATIONS_PATH}`}
      deprecations={deprecations(contract)}
    />
  ))
  page('/docs/problems', () => <ProblemIndexView site={site} />)
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    page(`/docs/problems/${code}`, () => (
      <ProblemTypeView site={site} code={code} examples={problemExamples(code, urls.public)} />
    ))
  }
}

/** As text, which a browser shows and everything else saves. */
function serveGuideFiles(app: FastifyInstance, urls: Urls): void {
  for (const name of Object.keys(GUIDE_FILES)) {
    serveFixed(app, `/docs/guide/${name}`, TEXT, () =>
      guideFile(name).replaceAll(EXAMPLE_URL, urls.public),
    )
  }
}

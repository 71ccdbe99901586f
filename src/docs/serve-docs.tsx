import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import type { VNode } from 'preact'
import { projectRoot } from '../config.ts'
import { DEPRECATIONS_PATH, deprecations } from '../contract/deprecation/deprecations.ts'
import { contract } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import { serveFixed } from '../contract/serve-fixed.ts'
import { pageHeaders, securityHeaders } from '../pages/page-headers.ts'
import { pageText } from '../pages/page.tsx'
import { siteOf } from '../pages/site.ts'
import { PROBLEMS, type ProblemCode } from '../problem-kinds.ts'
import { DeprecationsPage } from './deprecations-page.tsx'
import { GuidePage } from './guide-page.tsx'
import { EXAMPLE_URL, GUIDE_FILES, GUIDE_PAGES, guideFile, type GuidePath } from './guide-files.ts'
import { problemExamples } from './problem-examples.ts'
import { ProblemIndexPage, ProblemKindPage } from './problem-pages.tsx'
import { SWAGGER_POLICY, SwaggerPage } from './swagger-page.tsx'

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
const SCRIPT = { ...TEXT, 'content-type': 'text/javascript; charset=utf-8' }
const STYLE = { ...TEXT, 'content-type': 'text/css; charset=utf-8' }

const SWAGGER_UI = path.dirname(
  createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
)

/** What the page of Swagger UI is made with, from this service alone. */
const ASSETS = [
  ['swagger-ui.css', STYLE, SWAGGER_UI],
  ['swagger-ui-bundle.js', SCRIPT, SWAGGER_UI],
  ['start.js', SCRIPT, path.join(projectRoot(), 'src/docs')],
] as const

/** Made when it is first asked for, like what it is served by. */
type Make = () => VNode | Promise<VNode>

/**
 * The documentation below /docs: Swagger UI, the partner guide, what is deprecated, and a page about
 * every problem.
 */
export async function serveDocs(app: FastifyInstance, urls: Urls): Promise<void> {
  const site = siteOf(urls)
  const headers = pageHeaders(urls.media)
  const page = (at: string, make: Make): void => servePage(app, at, headers, make)
  servePage(app, '/docs', securityHeaders(SWAGGER_POLICY), () => <SwaggerPage site={site} />)
  serveAssets(app)
  for (const at of Object.keys(GUIDE_PAGES) as GuidePath[]) {
    page(`/docs/guide${at}`, async () => {
      // Not before somebody asks: its many modules would hold up every start.
      const { renderGuide } = await import('./guide.ts')
      return <GuidePage site={site} page={at} guide={renderGuide(at, urls.public)} />
    })
  }
  serveGuideFiles(app, urls)
  page(DEPRECATIONS_PATH, () => (
    <DeprecationsPage
      site={site}
      path={`${site.prefix}${DEPRECATIONS_PATH}`}
      deprecations={deprecations(contract)}
    />
  ))
  page('/docs/problems', () => <ProblemIndexPage site={site} />)
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    page(`/docs/problems/${code}`, () => (
      <ProblemKindPage site={site} code={code} examples={problemExamples(code, urls.public)} />
    ))
  }
}

/** With a slash at its end and without. */
function servePage(
  app: FastifyInstance,
  at: string,
  headers: Readonly<Record<string, string>>,
  make: Make,
): void {
  for (const address of [at, `${at}/`])
    serveFixed(app, address, headers, async () => pageText(await make()))
}

function serveAssets(app: FastifyInstance): void {
  for (const [name, headers, folder] of ASSETS) {
    const file = path.join(folder, name)
    serveFixed(app, `/docs/assets/${name}`, headers, () => readFile(file, 'utf8'))
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

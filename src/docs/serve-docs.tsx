import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { VNode } from 'preact'
import { projectRoot } from '../config.ts'
import { DEPRECATIONS_PATH, deprecations } from '../contract/deprecation/deprecations.ts'
import { contract } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import { pageHeaders, securityHeaders } from '../pages/page-headers.ts'
import { pageText } from '../pages/page.tsx'
import { siteOf } from '../pages/site.ts'
import { PROBLEMS, type ProblemCode } from '../problem-kinds.ts'
import { DeprecationsPage } from './deprecations-page.tsx'
import { GuidePage } from './guide-page.tsx'
import { GUIDE_FILES, guideFile, renderGuide } from './guide.ts'
import { problemExamples } from './problem-examples.ts'
import { ProblemIndexPage, ProblemKindPage } from './problem-pages.tsx'
import { SWAGGER_POLICY, SwaggerPage } from './swagger-page.tsx'

const SWAGGER_ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

/** The documentation below /docs: Swagger UI, the partner guide, and a page about every problem. */
export async function serveDocs(app: FastifyInstance, urls: Urls): Promise<void> {
  const site = siteOf(urls)
  const headers = pageHeaders(urls.media)
  const guide = renderGuide(urls.public)
  const swagger = <SwaggerPage prefix={site.prefix} />
  servePage(app, ['/docs', '/docs/'], securityHeaders(SWAGGER_POLICY), swagger)
  await serveSwaggerAssets(app)
  servePage(app, ['/docs/guide', '/docs/guide/'], headers, <GuidePage site={site} guide={guide} />)
  serveGuideFiles(app, urls)
  const gone = { path: `${site.prefix}${DEPRECATIONS_PATH}`, deprecations: deprecations(contract) }
  servePage(app, [DEPRECATIONS_PATH], headers, <DeprecationsPage site={site} {...gone} />)
  const index = ['/docs/problems', '/docs/problems/']
  servePage(app, index, headers, <ProblemIndexPage site={site} />)
  for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
    const examples = problemExamples(code, urls.public)
    const page = <ProblemKindPage site={site} code={code} examples={examples} />
    servePage(app, [`/docs/problems/${code}`], headers, page)
  }
}

/** @param page is made once: it is the same for everybody. */
function servePage(
  app: FastifyInstance,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
  page: VNode,
): void {
  const text = pageText(page)
  for (const at of paths) app.get(at, (_request, reply) => reply.headers(headers).send(text))
}

async function serveSwaggerAssets(app: FastifyInstance): Promise<void> {
  const start = readFileSync(path.join(projectRoot(), 'src/docs/start.js'))
  app.get('/docs/assets/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  )
  await app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/assets/',
    index: false,
    allowedPath: (pathname) => SWAGGER_ASSETS.includes(pathname.replace(/^\//, '')),
  })
}

/** As text, which a browser shows and everything else saves. */
function serveGuideFiles(app: FastifyInstance, urls: Urls): void {
  for (const name of Object.keys(GUIDE_FILES)) {
    const text = guideFile(name).replaceAll('https://api.art-marketplace.example', urls.public)
    app.get(`/docs/guide/${name}`, (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .send(text),
    )
  }
}

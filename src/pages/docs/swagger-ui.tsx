import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { VNode } from 'preact'
import { projectRoot } from '../../config.ts'
import { contract, readContractFile, withOwnLinks } from '../../contract/document.ts'
import { serveFixed } from '../../http/serve-static.ts'
import { assetPaths } from '../assets.ts'
import { Breadcrumbs } from '../breadcrumbs.tsx'
import { securityHeaders } from '../html-headers.ts'
import { PageHeader, PreviewTags, renderHtml } from '../layout.tsx'
import type { Site } from '../site.ts'
import { RULES_PAGE } from './markdown-pages.ts'
import { DocsNavigation } from './markdown-view.tsx'

const PATH = '/docs'

/** The policy allows data URLs for the icons of Swagger UI, and requests of "Try it out" to this service. */
const VIEW_HEADERS = securityHeaders([
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
])

const STYLE = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** The files that the view loads: the build of Swagger UI that @fastify/swagger-ui has, and this service's additions. */
const FILES = [
  ['swagger-ui.css', STYLE, libraryFile],
  ['swagger-ui-bundle.js', SCRIPT, libraryFile],
  ['swagger.css', STYLE, ownFile],
  ['swagger.js', SCRIPT, ownFile],
] as const

/**
 * Serves Swagger UI at /docs. The files of @fastify/swagger-ui are served without registering the plugin, because its
 * modules take 0.2 s to load, a fifth of the startup time, it serves files that the view does not load, and its HTML has
 * no place for the header of the site.
 */
export function serveSwaggerUi(app: FastifyInstance, site: Site): void {
  for (const address of [PATH, `${PATH}/`]) {
    serveFixed(app, address, VIEW_HEADERS, () => renderHtml(<SwaggerUiView site={site} />))
  }
  for (const [name, type, read] of FILES) serve(`static/${name}`, type, () => read(name))
  serve('json', 'application/json', () => JSON.stringify(documentFor(site)))

  function serve(name: string, type: string, make: () => string): void {
    const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' }
    serveFixed(app, `${PATH}/${name}`, headers, make)
  }
}

function libraryFile(name: string): string {
  const library = createRequire(import.meta.url).resolve('@fastify/swagger-ui')
  return readFileSync(path.join(path.dirname(library), 'static', name), 'utf8')
}

function ownFile(name: string): string {
  return readFileSync(path.join(projectRoot(), 'src/pages/docs', name), 'utf8')
}

function SwaggerUiView({ site }: { readonly site: Site }): VNode {
  const { style, icon } = assetPaths(site.prefix)
  const base = `${site.prefix}${PATH}`
  const trail = { site, above: [], name: 'Reference' }
  const description = introduction(contract.info.description)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Reference – Art Marketplace</title>
        <PreviewTags
          site={site}
          title="Reference"
          preview={{ address: base, description }}
          trail={trail}
        />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="stylesheet" href={style} />
        <link rel="stylesheet" href={`${base}/static/swagger-ui.css`} />
        <link rel="stylesheet" href={`${base}/static/swagger.css`} />
      </head>
      <body>
        <PageHeader site={site} path={base} />
        <Breadcrumbs {...trail} />
        <DocsNavigation site={site} path={base} />
        <noscript>
          <p>
            Swagger UI needs JavaScript. The contract itself is at{' '}
            <a href={`${site.prefix}/openapi/v1.yaml`}>/openapi/v1.yaml</a>.
          </p>
        </noscript>
        <div id="swagger-ui" data-document={`${base}/json`} />
        <script src={`${base}/static/swagger-ui-bundle.js`} />
        <script src={`${base}/static/swagger.js`} />
      </body>
    </html>
  )
}

interface Document {
  readonly info: { description: string }
  servers: object[]
  readonly components: {
    readonly parameters: Record<string, { in: string; example?: unknown; examples?: unknown }>
  }
}

/** The contract with the changes that Swagger UI needs. */
function documentFor(site: Site): Document {
  const text = withOwnLinks(readContractFile('generated/v1.json'), site.prefix)
  const document = JSON.parse(text) as Document
  // A path without a host, so that the browser sends requests to the host from which it loaded the view.
  document.servers = [{ url: site.api, description: 'This service.' }]
  // The operations come first: what holds for all of them is a page of its own.
  const { info } = document
  info.description = `${introduction(info.description)}\n\n## Rules\n\n[Rules for all operations](${site.prefix}${RULES_PAGE.path})`
  // Swagger UI would send examples unchanged: the same Idempotency-Key each time, and an ETag that no record has.
  for (const parameter of Object.values(document.components.parameters)) {
    if (parameter.in !== 'header') continue
    delete parameter.example
    delete parameter.examples
  }
  return document
}

/** The paragraph after the first example: what the API is, in its own words. */
function introduction(text: string): string {
  const paragraph = text.split('\n\n').find((each) => each.startsWith('This service ')) ?? ''
  return paragraph.replaceAll('\n', ' ')
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { projectRoot } from '../../config.ts'
import { readContractFile } from '../../contract/document.ts'
import { serveFixed } from '../../http/serve-static.ts'
import { assetPaths } from '../assets.ts'
import { securityHeaders } from '../html-headers.ts'
import { PageHeader } from '../layout.tsx'
import { withOwnLinks } from '../serve-contract.ts'
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
const STYLE = { 'content-type': 'text/css; charset=utf-8' }
const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8' }

/** The files that the view loads. */
const FILES = {
  'static/swagger-ui.css': STYLE,
  'static/index.css': STYLE,
  'static/theme/swagger.css': STYLE,
  'static/swagger-ui-bundle.js': SCRIPT,
  'static/swagger-ui-standalone-preset.js': SCRIPT,
  'static/swagger-initializer.js': SCRIPT,
  'static/theme/swagger.js': SCRIPT,
  json: { 'content-type': 'application/json' },
}

/**
 * Serves Swagger UI at /docs. The plugin @fastify/swagger-ui renders it in a Fastify instance of its own, and the
 * service serves the responses as static files. The service does not register the plugin itself for three reasons.
 * The modules of the plugin take 0.2 s to load, a fifth of the startup time, and nothing can be registered after
 * startup. The plugin serves files that the view does not load. Its HTML has no place for the header of the site.
 */
export function serveSwaggerUi(app: FastifyInstance, site: Site): void {
  let instance: Promise<FastifyInstance> | undefined
  const contentOf = async (url: string): Promise<string> => {
    instance ??= swaggerUi(site)
    const { statusCode, payload } = await (await instance).inject(url)
    if (statusCode !== 200) throw new Error(`Swagger UI responded to ${url} with ${statusCode}`)
    return payload
  }
  for (const address of [PATH, `${PATH}/`]) {
    serveFixed(app, address, VIEW_HEADERS, async () => withPageHeader(await contentOf(PATH), site))
  }
  for (const [name, type] of Object.entries(FILES)) {
    const url = `${PATH}/${name}`
    serveFixed(app, url, { ...type, 'x-content-type-options': 'nosniff' }, () => contentOf(url))
  }
}

/** A Fastify instance with the plugin, created at the first request for Swagger UI. */
async function swaggerUi(site: Site): Promise<FastifyInstance> {
  const [{ default: fastify }, { default: swagger }, { default: plugin }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const app = fastify()
  const document = documentFor(site)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(plugin, {
    routePrefix: PATH,
    indexPrefix: site.prefix,
    theme: {
      title: 'Reference – Art Marketplace',
      css: [themeFile('swagger.css')],
      js: [themeFile('swagger.js')],
      favicon: [],
    },
    uiConfig: {
      // The header of the site replaces the top bar of Swagger UI.
      layout: 'BaseLayout',
      displayRequestDuration: true,
      filter: true,
      tryItOutEnabled: true,
      // The theme with the contrast that WCAG requires.
      syntaxHighlight: { theme: 'obsidian' },
    },
  })
  return app
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
  return text.split('\n\n').find((paragraph) => paragraph.startsWith('This service ')) ?? ''
}

function themeFile(filename: string): { filename: string; content: string } {
  return {
    filename,
    content: readFileSync(path.join(projectRoot(), 'src/pages/docs', filename), 'utf8'),
  }
}

/** Inserts the header of the site, and the viewport for narrow screens, which the plugin's HTML lacks. */
function withPageHeader(html: string, site: Site): string {
  return html
    .replace('<head>', () => `<head>${renderToString(<Head site={site} />)}`)
    .replace('<body>', () => `<body>${renderToString(<Top site={site} />)}`)
}

function Head({ site }: { readonly site: Site }): VNode {
  const { style, icon } = assetPaths(site.prefix)
  return (
    <>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href={icon} type="image/svg+xml" />
      <link rel="stylesheet" href={style} />
    </>
  )
}

function Top({ site }: { readonly site: Site }): VNode {
  return (
    <>
      <PageHeader site={site} path={`${site.prefix}${PATH}`} />
      <DocsNavigation site={site} path={`${site.prefix}${PATH}`} />
      <noscript>
        <p>
          Swagger UI needs JavaScript. The contract itself is at{' '}
          <a href={`${site.prefix}/openapi/v1.yaml`}>/openapi/v1.yaml</a>.
        </p>
      </noscript>
    </>
  )
}

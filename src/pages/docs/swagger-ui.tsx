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
import type { Site } from '../site.ts'

const AT = '/docs'

/** Swagger UI draws its icons from data URLs, and asks this service for what is tried out. */
const PAGE = securityHeaders([
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

/** All that the page loads. */
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
 * Swagger UI at /docs, as @fastify/swagger-ui makes it, under the header of the site. Its page and its
 * files are the same as long as the service runs, so they are served like all that is: with a tag,
 * compressed, and with the headers of every answer.
 */
export function serveSwaggerUi(app: FastifyInstance, site: Site): void {
  let made: Promise<FastifyInstance> | undefined
  const contentOf = async (url: string): Promise<string> => {
    made ??= swaggerUi(site)
    const { statusCode, payload } = await (await made).inject(url)
    if (statusCode !== 200) throw new Error(`Swagger UI has answered ${url} with ${statusCode}`)
    return payload
  }
  for (const address of [AT, `${AT}/`]) {
    serveFixed(app, address, PAGE, async () => underHeader(await contentOf(AT), site))
  }
  for (const [name, type] of Object.entries(FILES)) {
    const url = `${AT}/${name}`
    serveFixed(app, url, { ...type, 'x-content-type-options': 'nosniff' }, () => contentOf(url))
  }
}

/**
 * The plugin, in a Fastify of its own that is made when Swagger UI is first asked for: its modules take
 * 0.2 s to load, which would make the start a fifth longer, and nothing can be registered with the service
 * once that has started.
 */
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
    routePrefix: AT,
    indexPrefix: site.prefix,
    theme: {
      title: 'Reference – Art Marketplace',
      css: [themeFile('swagger.css')],
      js: [themeFile('swagger.js')],
      favicon: [],
    },
    uiConfig: {
      // The site's own header takes the place of the bar on top.
      layout: 'BaseLayout',
      displayRequestDuration: true,
      tryItOutEnabled: true,
      // Of the themes the one with the contrast that WCAG asks for.
      syntaxHighlight: { theme: 'obsidian' },
    },
  })
  return app
}

interface Document {
  servers: object[]
  readonly components: { readonly parameters: Record<string, { in: string; example?: unknown }> }
}

/** The contract as Swagger UI needs it. */
function documentFor(site: Site): Document {
  const document = JSON.parse(readContractFile('generated/v1.json')) as Document
  // Without a host, so that it asks the one that the page was itself loaded from, whatever its name.
  document.servers = [{ url: site.api, description: 'This service.' }]
  // It would send an example as it stands: the same Idempotency-Key with every request, an ETag of no record.
  for (const parameter of Object.values(document.components.parameters)) {
    if (parameter.in === 'header') delete parameter.example
  }
  return document
}

function themeFile(filename: string): { filename: string; content: string } {
  return {
    filename,
    content: readFileSync(path.join(projectRoot(), 'src/pages/docs', filename), 'utf8'),
  }
}

/** The page of the plugin has no place for a header, nor for what narrow screens need. */
function underHeader(html: string, site: Site): string {
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
      <PageHeader site={site} path={`${site.prefix}${AT}`} />
      <noscript>
        <p>
          Swagger UI needs JavaScript. The contract itself is at{' '}
          <a href={`${site.prefix}/openapi/v1.yaml`}>/openapi/v1.yaml</a>.
        </p>
      </noscript>
    </>
  )
}

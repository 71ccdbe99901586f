import type { VNode } from 'preact'
import { assetPaths } from '../pages/assets.ts'
import { PageHeader } from '../pages/page.tsx'
import type { Site } from '../pages/site.ts'

/** The page of Swagger UI; start.js does the rest. */
export function SwaggerPage({ site }: { readonly site: Site }): VNode {
  const { prefix } = site
  const own = assetPaths(prefix)
  const assets = `${prefix}/docs/assets`
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Reference – Art Marketplace</title>
        <link rel="icon" href={own.icon} type="image/svg+xml" />
        <link rel="stylesheet" href={own.style} />
        <link rel="stylesheet" href={`${assets}/swagger-ui.css`} />
      </head>
      <body>
        <PageHeader site={site} path={`${prefix}/docs`} />
        <div id="docs" data-document={`${prefix}/openapi/v1.json`} data-api={site.api} />
        <noscript>
          <p>
            Swagger UI needs JavaScript. The contract itself is at{' '}
            <a href={`${prefix}/openapi/v1.yaml`}>/openapi/v1.yaml</a>.
          </p>
        </noscript>
        <script src={`${assets}/swagger-ui-bundle.js`} />
        <script type="module" src={`${assets}/start.js`} />
      </body>
    </html>
  )
}

/** Swagger UI draws its icons from data URLs, and asks this service for what is tried out. */
export const SWAGGER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
] as const

import type { VNode } from 'preact'
import { apiRoot } from '../contract/document.ts'

/** The page of Swagger UI; start.js does the rest. @param prefix path of the public URL. */
export function SwaggerPage({ prefix }: { readonly prefix: string }): VNode {
  const assets = `${prefix}/docs/assets`
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Art Marketplace Listing Service</title>
        <link rel="icon" href={`${assets}/favicon-32x32.png`} />
        <link rel="stylesheet" href={`${assets}/swagger-ui.css`} />
      </head>
      <body>
        <div id="docs" data-document={`${prefix}/openapi/v1.json`} data-api={prefix + apiRoot} />
        <noscript>
          Swagger UI needs JavaScript. The contract itself is at{' '}
          <a href={`${prefix}/openapi/v1.yaml`}>/openapi/v1.yaml</a>, the partner guide at{' '}
          <a href={`${prefix}/docs/guide`}>/docs/guide</a>.
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

import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { assetPaths } from './assets.ts'
import { collectionPath, type Site } from './site.ts'
import { isolatedText } from './components/text.tsx'

const COLLECTIONS = [
  ['Artworks', 'marketplace-artworks'],
  ['Events', 'events'],
  ['Venues', 'venues'],
  ['Artists', 'artists'],
  ['Galleries', 'galleries'],
] as const

const SITE_NAME = 'Art Marketplace'

/** An attribute that the types of Preact lack (HTML, blocking attribute). */
const BEFORE_PAINT = { blocking: 'render' }

interface PageProps {
  readonly site: Site
  /** The title in the head, before the name of the site; undefined for the start page. */
  readonly title: string | undefined
  /** The path of the view, to mark the current link. */
  readonly path: string
  readonly children: ComponentChildren
}

/** The layout of every view: head, navigation, `children`, footer. */
export function Layout({ site, title, path, children }: PageProps): VNode {
  const assets = assetPaths(site.prefix)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === undefined ? SITE_NAME : `${isolatedText(title)} – ${SITE_NAME}`}</title>
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        {/* They add lines, so the first paint waits for them: nothing moves afterwards. */}
        <script src={assets.copy} defer {...BEFORE_PAINT} />
        <script src={assets.localTime} defer {...BEFORE_PAINT} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <PageHeader site={site} path={path} />
        <main id="main">{children}</main>
        <Footer site={site} />
      </body>
    </html>
  )
}

interface PageHeaderProps {
  readonly site: Site
  readonly path: string
}

/** The navigation at the top of every view. */
export function PageHeader({ site, path }: PageHeaderProps): VNode {
  const links = [
    ...COLLECTIONS.map(([name, collection]) => [name, collectionPath(site, collection)] as const),
    ['Guide', `${site.prefix}/docs/guide`] as const,
    ['Reference', `${site.prefix}/docs`] as const,
  ]
  return (
    <header class="top">
      <a class="brand" href={`${site.prefix}/`}>
        {SITE_NAME}
      </a>
      <nav aria-label="Main">
        <ul>
          {links.map(([name, href]) => (
            <li key={name}>
              <a href={href} aria-current={current(path, href)}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

function current(path: string, href: string): 'page' | 'true' | undefined {
  if (path === href) return 'page'
  return href.endsWith('/') && path.startsWith(href) ? 'true' : undefined
}

function Footer({ site: { prefix } }: { readonly site: Site }): VNode {
  return (
    <footer class="foot">
      <p>
        Programs get these pages as JSON. The contract:{' '}
        <a href={`${prefix}/openapi/v1.yaml`}>OpenAPI 3.1 (YAML)</a>,{' '}
        <a href={`${prefix}/openapi/v1.json`}>JSON</a>,{' '}
        <a href={`${prefix}/openapi/v1-3.0.json`}>OpenAPI 3.0</a>.
      </p>
    </footer>
  )
}

/** The HTML of a view. All text and attribute values are escaped. */
export function renderHtml(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`
}

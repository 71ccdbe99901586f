import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { assetPaths } from './assets.ts'
import { breadcrumbList, Breadcrumbs, type Crumb, type Trail } from './breadcrumbs.tsx'
import { collectionPath, type Site } from './site.ts'
import { SearchField } from './components/search-field.tsx'
import type { NamedRecord } from '../read-model/name-search.ts'
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
  /** The pages between the start page and this one. */
  readonly above?: readonly Crumb[] | undefined
  /** The name of the page in its breadcrumbs; by default its title. */
  readonly name?: string
  /** What search engines and other sites may show of the page; undefined for a page that is none of theirs. */
  readonly preview?: Preview | undefined
  /** The path of its Atom feed. */
  readonly feed?: string | undefined
  /** What the search field has, and the names that it offers. */
  readonly search?: string | undefined
  readonly names?: readonly NamedRecord[] | undefined
  readonly children: ComponentChildren
}

/** A page in the eyes of other sites. */
export interface Preview {
  /** Its path and query. */
  readonly address: string
  readonly description?: string | undefined
  /** The URL of its picture. */
  readonly picture?: string | undefined
  /** Its record, as schema.org data. */
  readonly data?: object | undefined
}

/** The layout of every view: head, navigation, `children`, footer. */
export function Layout(props: PageProps): VNode {
  const {
    site,
    title,
    path,
    above = [],
    name = title,
    preview,
    feed,
    search,
    names,
    children,
  } = props
  const assets = assetPaths(site.prefix)
  const trail = name === undefined ? undefined : { site, above, name }
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === undefined ? SITE_NAME : `${isolatedText(title)} – ${SITE_NAME}`}</title>
        {preview && (
          <PreviewTags site={site} title={title ?? SITE_NAME} preview={preview} trail={trail} />
        )}
        {feed && <link rel="alternate" type="application/atom+xml" href={feed} title={title} />}
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
        <PageHeader site={site} path={path} search={search} names={names} />
        {trail && <Breadcrumbs {...trail} />}
        <main id="main">{children}</main>
        <Footer site={site} />
      </body>
    </html>
  )
}

/** In characters. Other sites show no more. */
const MAX_DESCRIPTION = 300

interface PreviewTagsProps {
  readonly site: Site
  readonly title: string
  readonly preview: Preview
  /** Its breadcrumbs; undefined for the start page. */
  readonly trail: Trail | undefined
}

/** The address to remember, Open Graph (https://ogp.me), and schema.org data. */
export function PreviewTags({ site, title, preview, trail }: PreviewTagsProps): VNode {
  const { address, description, picture, data } = preview
  const url = `${new URL(site.url).origin}${address}`
  const text = description?.slice(0, MAX_DESCRIPTION).replace(/[\uD800-\uDBFF]$/, '')
  const properties = {
    'og:site_name': SITE_NAME,
    'og:type': 'website',
    'og:title': title,
    'og:url': url,
    ...(text && { 'og:description': text }),
    ...(picture && { 'og:image': picture }),
  }
  return (
    <>
      <link rel="canonical" href={url} />
      {text && <meta name="description" content={text} />}
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {data && <Data data={data} />}
      {trail && <Data data={breadcrumbList(trail)} />}
    </>
  )
}

/**
 * Data in JSON-LD. A browser executes no script of this type, so the content security policy does not apply to it. Without a
 * `<`, no text ends the element or begins a comment in it.
 */
function Data({ data }: { readonly data: object }): VNode {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

type PageHeaderProps = Pick<PageProps, 'site' | 'path' | 'search' | 'names'>

/** The navigation and the search at the top of every view. */
export function PageHeader({ site, path, search = '', names = [] }: PageHeaderProps): VNode {
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
      <SearchField site={site} path={path} search={search} names={names} />
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

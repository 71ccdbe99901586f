import type { VNode } from 'preact'
import { Isolated } from './components/text.tsx'
import type { Site } from './site.ts'

/** A page above another one, by its name and its path. */
export type Crumb = readonly [name: string, path: string]

/** The way to a page. */
export interface Trail {
  readonly site: Site
  /** The pages between the start page and this one. */
  readonly above: readonly Crumb[]
  /** The name of this page. */
  readonly name: string
}

/** The way from the start page to this one. */
export function Breadcrumbs({ site, above, name }: Trail): VNode {
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        {[startOf(site), ...above].map(([text, path]) => (
          <li key={path}>
            <a href={path}>
              <Isolated>{text}</Isolated>
            </a>
          </li>
        ))}
        <li aria-current="page">
          <Isolated>{name}</Isolated>
        </li>
      </ol>
    </nav>
  )
}

const startOf = ({ prefix }: Site): Crumb => ['Start', `${prefix}/`]

/** The same way as schema.org data. Its last item is this page, so it needs no address. */
export function breadcrumbList({ site, above, name }: Trail): object {
  const { origin } = new URL(site.url)
  const items = [startOf(site), ...above].map(([text, path]) => ({
    name: text,
    item: `${origin}${path}`,
  }))
  return {
    '@context': 'https://schema.org/',
    '@type': 'BreadcrumbList',
    itemListElement: [...items, { name }].map((item, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      ...item,
    })),
  }
}

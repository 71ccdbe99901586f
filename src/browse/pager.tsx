import type { VNode } from 'preact'
import { lastOffset, listAddress, type Listing, type ListQuery } from './list-query.ts'
import { ownAddress } from './own-address.ts'
import { rangeText } from './range-text.ts'

export interface PagerProps {
  readonly url: URL
  readonly listing: Listing
  readonly query: ListQuery
}

/** `next` and `previous` of the answer as links, and the ends of the list. */
export function Pager({ url, listing, query }: PagerProps): VNode | null {
  const { next, previous } = listing
  if (next === null && previous === null) return null
  const last = lastOffset(listing, query)
  return (
    <nav class="pager" aria-label="Pages">
      <PageLink name="First" href={query.offset > 0 ? pageAddress(url, query, 0) : null} />
      <PageLink name="Previous" href={previous && ownAddress(previous)} rel="prev" />
      <span class="range">{rangeText(listing, query)}</span>
      <PageLink name="Next" href={next && ownAddress(next)} rel="next" />
      <PageLink name="Last" href={query.offset < last ? pageAddress(url, query, last) : null} />
    </nav>
  )
}

/** The address of the page that begins there. */
export function pageAddress(url: URL, { given, limit }: ListQuery, offset: number): string {
  return listAddress(url, { ...given, limit: String(limit), offset: String(offset) })
}

interface PageLinkProps {
  readonly name: string
  /** Null where there is no such page. */
  readonly href: string | null
  readonly rel?: string
}

function PageLink({ name, href, rel }: PageLinkProps): VNode {
  if (href === null) return <span class="no-page">{name}</span>
  return (
    <a href={href} rel={rel}>
      {name}
    </a>
  )
}

import type { VNode } from 'preact'
import { Isolated } from './isolated.tsx'
import { lastOffset, listAddress } from './list-query.ts'
import { pageAddress, type PagerProps } from './pager.tsx'

/** Says why a page shows nothing, and leads to where there is something. */
export function EmptyList({ url, listing, query }: PagerProps): VNode {
  const { name, offset: _, ...others } = query.given
  if (listing.count > 0) {
    return (
      <div class="empty">
        <p>The list ends before this page.</p>
        <p>
          <a href={pageAddress(url, query, lastOffset(listing, query))}>To the last page</a>
        </p>
      </div>
    )
  }
  if (name === undefined) return <p class="empty">There is nothing in this list yet.</p>
  return (
    <div class="empty">
      <p>
        No name has “<Isolated>{name}</Isolated>” in it.
      </p>
      <p>
        <a href={listAddress(url, others)}>Show all</a>
      </p>
    </div>
  )
}

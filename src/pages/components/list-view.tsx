import type { ComponentChildren, VNode } from 'preact'
import { Layout } from '../layout.tsx'
import { ListControls } from './list-controls.tsx'
import { removableFilters } from './list-filters.tsx'
import { ListFacets } from './list-facets.tsx'
import {
  lastOffset,
  listAddress,
  listQuery,
  reversedRange,
  sharedAddress,
  type Listing,
  type ListQuery,
} from './list-query.ts'
import { parentOf } from './nested-lists.tsx'
import { namesIn, searchedList, SearchLink, SearchMatches } from './search-field.tsx'
import { SimilarWords } from './similar-words.tsx'
import {
  contentsText,
  filterName,
  filtersOf,
  filterValue,
  Isolated,
  isolatedText,
  ownAddress,
  placeText,
  rangeText,
  filtersText,
  titleText,
} from './text.tsx'
import { ForPrograms } from './record-view.tsx'
import type { Site } from '../site.ts'
import { previewPicture } from '../views/default-record-view.tsx'
import type { ViewProps } from './view.ts'
import type { components } from '../../../generated/v1.ts'

/** The labels of the orderings of named records. */
const NAME_ORDERINGS: Readonly<Record<components['schemas']['NameOrdering'], string>> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  id: 'First added',
  '-id': 'Last added',
}

interface ListViewProps {
  readonly viewed: ViewProps<Listing>
  /** The heading. */
  readonly title: string
  /** The filters that the heading has in its words. */
  readonly saidByTitle?: readonly string[]
  /** The labels of the orderings; by default those of named records. */
  readonly orderings?: Readonly<Record<string, string>>
  /** Shown before the controls. */
  readonly lead?: ComponentChildren
  /** The records of this page, if any. */
  readonly children: ComponentChildren
}

/** The layout of a list: title, controls, records, links to other pages, and the part for programs. */
export function ListView(props: ListViewProps): VNode {
  const { viewed, title, saidByTitle = [], orderings = NAME_ORDERINGS, lead, children } = props
  const { body, url, site, parts } = viewed
  const query = listQuery(viewed)
  const parent = parentOf(viewed)
  const names = namesIn(body.results, url.pathname.split('/').at(-2))
  const { q: search, offset: _offset, ...withoutSearch } = query.given
  const fullTitle =
    parent?.name === undefined ? title : `${title}: ${isolatedText(titleText(parent.name))}`
  const filtered = `${fullTitle}${filtersText(filtersOf(query), query.named, saidByTitle)}`
  const shown = `${filtered}, ${placeText(body, query).toLowerCase()}`
  return (
    <Layout
      site={site}
      // The first page of a list need not be told from others.
      title={query.offset === 0 ? filtered : shown}
      name={title}
      path={url.pathname}
      above={parent?.above}
      preview={{
        address: sharedAddress(url),
        description: contentsText(shown, body.results),
        picture: previewPicture(body.results, viewed.pictures),
      }}
      search={search}
      names={names}
    >
      <header class="list-head">
        <h1>
          {title}
          {parent?.name !== undefined && (
            <>
              : <Isolated>{titleText(parent.name)}</Isolated>
            </>
          )}
        </h1>
        <p class="range">{rangeText(body, query, [...saidByTitle, ...removableFilters(query)])}</p>
      </header>
      {search !== undefined && (
        <>
          {isPublic(query) && (
            <SimilarWords site={site} path={url.pathname} search={search} records={body.results} />
          )}
          <SearchMatches
            site={site}
            search={search}
            names={names}
            found={parts?.found}
            categories={query.named['category'] ?? []}
            url={url}
            others={withoutSearch}
          />
        </>
      )}
      {lead}
      <ListControls url={url} query={query} orderings={orderings} />
      <ListFacets viewed={viewed} />
      {body.results.length === 0 ? (
        <EmptyList site={site} url={url} listing={body} query={query} />
      ) : (
        children
      )}
      <Pager url={url} listing={body} query={query} />
      <ForPrograms viewed={viewed} />
    </Layout>
  )
}

/** Whether a list has public records alone. Of others, some can have all words of a search, and some similar ones. */
function isPublic({ given }: ListQuery): boolean {
  return !['publish_status', 'is_active', 'external_id'].some((name) => name in given)
}

/** The reason why a page is empty, and a link to a page with records. */
function EmptyList({ site, ...props }: PagerProps & { readonly site: Site }): VNode {
  const { url, listing, query } = props
  const filters = filtersOf(query)
  const { name, q: search = '' } = filters
  const apart = wordsApart(search)
  if (listing.count > 0) {
    return (
      <div class="empty">
        <p>The list ends before this page.</p>
        <p>
          <a href={pageAddress(props, lastOffset(listing, query))}>To the last page</a>
        </p>
      </div>
    )
  }
  if (Object.keys(filters).length === 0) {
    return <p class="empty">There is nothing in this list yet.</p>
  }
  return (
    <div class="empty">
      <p>
        {name === undefined ? (
          search !== '' && Object.keys(filters).length === 1 ? (
            'This search finds nothing.'
          ) : (
            'Nothing in this list passes these filters.'
          )
        ) : (
          <>
            No name has “<Isolated>{name}</Isolated>” in it.
          </>
        )}
      </p>
      <ReversedRange url={url} query={query} />
      {apart !== undefined && (
        <p>
          <a href={listAddress(url, { ...withoutPage(query), q: apart })}>
            Search for the single words: <Isolated>{apart}</Isolated>
          </a>
        </p>
      )}
      <p>
        <a href={listAddress(url, withoutFilters(query))}>Show all</a>
      </p>
      {name !== undefined && (
        <p>
          <SearchLink site={site} list={searchedList(site, url.pathname)} search={name} />
        </p>
      )}
    </div>
  )
}

/** The reason why nothing is in a range that ends before it begins, and a link to the range that may be meant. */
function ReversedRange({ url, query }: Pick<PagerProps, 'url' | 'query'>): VNode | null {
  const { given, named } = query
  const range = reversedRange(given)
  if (range === undefined) return null
  const [from, to] = range
  const exchanged = { ...withoutPage(query), [from]: given[to] ?? '', [to]: given[from] ?? '' }
  const ends = range.map(
    (name) => `${filterName(name).toLowerCase()} ${filterValue(name, given, named)}`,
  )
  return (
    <p>
      A range ends before it begins: {ends.join(', ')}.{' '}
      <a href={listAddress(url, exchanged)}>Exchange its ends</a>
    </p>
  )
}

const QUOTATION_MARK = /["“”„‟＂«»]/

/** The words of a search with a phrase, in which no misspelt letter is forgiven. */
function wordsApart(search: string): string | undefined {
  return QUOTATION_MARK.test(search) ? search.match(/[\p{L}\p{M}\p{N}]+/gu)?.join(' ') : undefined
}

function withoutFilters(query: ListQuery): ListQuery['given'] {
  const filters = filtersOf(query)
  const others = Object.entries(withoutPage(query)).filter(([name]) => !(name in filters))
  return Object.fromEntries(others)
}

function withoutPage({ given: { offset: _, ...others } }: ListQuery): ListQuery['given'] {
  return others
}

interface PagerProps {
  readonly url: URL
  readonly listing: Listing
  readonly query: ListQuery
}

/** Links to the first, previous, next and last page. */
function Pager(props: PagerProps): VNode | null {
  const { listing, query } = props
  const { next, previous } = listing
  if (next === null && previous === null) return null
  const last = lastOffset(listing, query)
  return (
    <nav class="pager" aria-label="Pages">
      <PageLink name="First" href={query.offset > 0 ? pageAddress(props, 0) : null} />
      <PageLink name="Previous" href={previous && ownAddress(previous)} rel="prev" />
      <span class="range">{placeText(listing, query)}</span>
      <PageLink name="Next" href={next && ownAddress(next)} rel="next" />
      <PageLink name="Last" href={query.offset < last ? pageAddress(props, last) : null} />
    </nav>
  )
}

/** The URL of the page at an offset. Like the links of the API, it has the time of `when`. */
function pageAddress(
  { url, listing, query: { given, limit } }: PagerProps,
  offset: number,
): string {
  const link = listing.next ?? listing.previous
  const at = link === null ? null : new URL(link).searchParams.get('at')
  const page = { limit: String(limit), offset: String(offset) }
  return listAddress(url, { ...given, ...(at !== null && { at }), ...page })
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

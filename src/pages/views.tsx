import { ArtworkListView } from './views/artwork-list-view.tsx'
import { ArtworkView } from './views/artwork-view.tsx'
import { ChangesView } from './views/changes-view.tsx'
import { numberFormat } from './components/formatting.tsx'
import { ProblemView } from './components/problem-view.tsx'
import type { View, ViewProps, Views } from './components/view.ts'
import type { components } from '../../generated/v1.ts'
import type { Operation } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { HtmlViews } from '../contract/responses.ts'
import { DefaultListView } from './views/default-list-view.tsx'
import { DefaultRecordView } from './views/default-record-view.tsx'
import type { Listing } from './components/list-query.ts'
import { EventListView } from './views/event-list-view.tsx'
import { EventView } from './views/event-view.tsx'
import { ExchangeRatesView } from './views/exchange-rates-view.tsx'
import { parsedUrl } from '../config.ts'
import { FacetsView } from './views/facets-view.tsx'
import { HomeView } from './views/home-view.tsx'
import { htmlHeaders } from './html-headers.ts'
import { renderHtml } from './layout.tsx'
import type { Parts } from './parts.ts'
import { picturesOf } from './pictures.ts'
import { siteOf } from './site.ts'
import { VenueListView } from './views/venue-list-view.tsx'
import { VenueView } from './views/venue-view.tsx'

/**
 * The operations with a view of their own. Any other operation that reads has a default view, derived from its
 * response body and the contract.
 */
const OVERRIDES: Views = {
  retrieveIndex: HomeView,
  retrieveMarketplaceArtwork: ArtworkView,
  retrieveEvent: EventView,
  listVenues: VenueListView,
  retrieveVenue: VenueView,
  retrieveExchangeRates: ExchangeRatesView,
  listArtists: (viewed) => (
    <DefaultListView
      viewed={viewed}
      details={({ has_artworks }) => !has_artworks && <p class="faint">No artworks now</p>}
    />
  ),
  listGalleries: (viewed) => (
    <DefaultListView
      isWide
      viewed={viewed}
      details={({ address, city, total_artworks }) => (
        <>
          {(address || city) && <p>{address || city}</p>}
          <p class="faint">Artworks: {numberFormat.format(total_artworks)}</p>
        </>
      )}
    />
  ),
}

type Schemas = components['schemas']

/** The views by the name of the response in the contract: those of lists, nested ones included, of facets, and of changes. */
const PAGES = {
  ArtworkPage: ArtworkListView,
  EventPage: EventListView,
  ArtworkFacets: FacetsView,
  EventFacets: FacetsView,
  ArtworkChanges: ChangesView,
  EventChanges: ChangesView,
} satisfies {
  readonly [Name in keyof Schemas]?: View<Schemas[Name]>
}

interface ViewOptions {
  readonly overrides?: Views
  readonly pages?: object
  /** The hosts of partners' pictures; undefined allows all. */
  readonly pictureHosts?: readonly string[] | undefined
}

/** Creates the views of a service with these URLs. */
export function createHtmlViews(
  urls: Urls,
  { overrides = OVERRIDES, pages = PAGES, pictureHosts }: ViewOptions = {},
): HtmlViews {
  const site = siteOf(urls)
  const pictures = picturesOf(urls, pictureHosts)
  return {
    headers: htmlHeaders(pictures.sources),
    success: ({ body, operation, url, isPrivate, parts: read }) => {
      const view = viewOf(operation, body, { ...pages, ...overrides })
      // The cast is safe: `readParts` of this folder reads them.
      const parts = read as Parts | undefined
      return renderHtml(
        view({ body, operation, url: requestUrl(url), isPrivate, site, pictures, parts }),
      )
    },
    problem: ({ body, operation, url }) => {
      // A request target can be an invalid URL.
      const address = parsedUrl(url.replaceAll('#', '%23')) ?? new URL('/', site.url)
      return renderHtml(
        <ProblemView problem={body} site={site} url={address} operation={operation} />,
      )
    },
  }
}

/** @param views by operationId, and by the name of the response. */
function viewOf({ operationId, responses }: Operation, body: object, views: object): View<object> {
  // The cast is safe, because the types pair each name with the body of its response.
  const named = views as Readonly<Record<string, View<object> | undefined>>
  const response = responses['200']?.$ref.split('/').at(-1) ?? ''
  const view = named[operationId] ?? named[response]
  if (view !== undefined) return view
  if (!isListing(body)) return DefaultRecordView
  return (viewed) => <DefaultListView viewed={viewed as ViewProps<Listing>} />
}

function isListing(body: object): body is Listing {
  return 'results' in body && Array.isArray(body.results) && 'count' in body
}

/** A `#` in a request target is part of the path or query: clients send no fragment (RFC 9112, section 3.2). */
function requestUrl(url: string): URL {
  return new URL(url.replaceAll('#', '%23'))
}

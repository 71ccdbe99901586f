import { ArtistListView } from './views/artist-list-view.tsx'
import { ArtworkListView } from './views/artwork-list-view.tsx'
import { ArtworkView } from './views/artwork-view.tsx'
import { ProblemView } from './components/problem-view.tsx'
import type { PictureOrigins, View, Views } from './components/view.ts'
import { ArtworkCategoryListView, EventCategoryListView } from './views/category-list-views.tsx'
import type { Urls } from '../contract/operation-types.ts'
import type { HtmlViews } from '../contract/responses.ts'
import { EventListView } from './views/event-list-view.tsx'
import { EventView } from './views/event-view.tsx'
import { GalleryListView } from './views/gallery-list-view.tsx'
import { parsedUrl } from '../config.ts'
import { HomeView } from './views/home-view.tsx'
import { htmlHeaders } from './html-headers.ts'
import { renderHtml } from './layout.tsx'
import { siteOf } from './site.ts'
import { TagListView } from './views/tag-list-view.tsx'
import { VenueListView } from './views/venue-list-view.tsx'
import { VenueView } from './views/venue-view.tsx'

/** What people see of everything that can be read: one page for each such operationId. */
export const views: Views = {
  retrieveIndex: ({ site }) => <HomeView site={site} />,
  listMarketplaceArtworks: ArtworkListView,
  retrieveMarketplaceArtwork: ArtworkView,
  listEvents: EventListView,
  retrieveEvent: EventView,
  listVenues: VenueListView,
  retrieveVenue: VenueView,
  listEventCategories: EventCategoryListView,
  listArtworkCategories: ArtworkCategoryListView,
  listArtists: ArtistListView,
  listGalleries: GalleryListView,
  listTags: TagListView,
}

/** Makes the pages of a service that is reached at these addresses. */
export function createHtmlViews(urls: Urls): HtmlViews {
  const site = siteOf(urls)
  const pictures = pictureOrigins(urls)
  // The map's type has matched ids and bodies.
  const viewOf = views as unknown as Readonly<Record<string, View<object> | undefined>>
  return {
    headers: htmlHeaders(urls.media),
    success: ({ body, operation, url, isPrivate }) => {
      const view = viewOf[operation.operationId]
      if (view === undefined) throw new Error(`${operation.operationId} has no page`)
      return renderHtml(view({ body, operation, url: askedUrl(url), isPrivate, site, pictures }))
    },
    problem: ({ body, operation, url }) => {
      const path = pathnameOf(url)
      return renderHtml(
        <ProblemView problem={body} site={site} path={path} isKnown={operation !== undefined} />,
      )
    },
  }
}

/** What the content security policy allows: this service's own pictures, and those of the media host. */
function pictureOrigins(urls: Urls): PictureOrigins {
  return new Set([urls.public, urls.media].map((url) => new URL(url).origin))
}

/** In a request a `#` is a sign like any other: no fragment is ever sent (RFC 9112, section 3.2). */
function askedUrl(url: string): URL {
  return new URL(url.replaceAll('#', '%23'))
}

/** Of whatever was asked for, which need be no address at all. */
function pathnameOf(url: string): string {
  return parsedUrl(url)?.pathname ?? '/'
}

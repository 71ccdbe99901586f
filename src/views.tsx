import { ArtistListView } from './artists/artist-list-page.tsx'
import { ArtworkListView } from './artworks/artwork-list-page.tsx'
import { ArtworkView } from './artworks/artwork-page.tsx'
import { ProblemView } from './browse/problem-page.tsx'
import type { PictureOrigins, View, Views } from './browse/view.ts'
import {
  ArtworkCategoryListView,
  EventCategoryListView,
} from './categories/category-list-pages.tsx'
import type { Urls } from './contract/operation-types.ts'
import type { HtmlViews } from './contract/pages.ts'
import { EventListView } from './events/event-list-page.tsx'
import { EventView } from './events/event-page.tsx'
import { GalleryListView } from './galleries/gallery-list-page.tsx'
import { parsedUrl } from './parsed-url.ts'
import { HomeView } from './pages/home-page.tsx'
import { htmlHeaders } from './pages/page-headers.ts'
import { renderHtml } from './pages/page.tsx'
import { siteOf } from './pages/site.ts'
import { TagListView } from './tags/tag-list-page.tsx'
import { VenueListView } from './venues/venue-list-page.tsx'
import { VenueView } from './venues/venue-page.tsx'

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

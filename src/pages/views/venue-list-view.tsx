import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Card } from '../components/card.tsx'
import { IsolatedList, titleText } from '../components/text.tsx'
import { ListView } from '../components/list-view.tsx'
import { MapLink } from '../components/facts.tsx'
import type { ViewProps } from '../components/view.ts'
import { artworksForSaleText, venueAlternativeText, venuePlace } from './venue-view.tsx'

/** The view of a list of venues. */
export function VenueListView(viewed: ViewProps<components['schemas']['VenuePage']>): VNode {
  const { body, url, pictures } = viewed
  return (
    <ListView viewed={viewed} title="Venues">
      <ul class="grid wide">
        {body.results.map((venue) => (
          <Card
            key={venue.id}
            heading={<a href={`${url.pathname}${venue.id}/`}>{titleText(venue.name)}</a>}
            picture={
              venue.featured_image
                ? {
                    src: venue.featured_image.image.crop_medium_webp,
                    alt: venueAlternativeText(venue),
                    pictures,
                  }
                : undefined
            }
          >
            {(venuePlace(venue).length > 0 || venue.geolocation) && (
              <p>
                <IsolatedList texts={venuePlace(venue)} />{' '}
                <MapLink geolocation={venue.geolocation} place={venue.name} />
              </p>
            )}
            {venue.artworks_for_sale_count > 0 && <p class="faint">{artworksForSaleText(venue)}</p>}
          </Card>
        ))}
      </ul>
    </ListView>
  )
}

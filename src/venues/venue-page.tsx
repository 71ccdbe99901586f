import type { VNode } from 'preact'
import type { components } from '../../generated/v1.ts'
import { Facts } from '../browse/facts.tsx'
import { IsolatedList } from '../browse/isolated.tsx'
import { MapLink } from '../browse/map-link.tsx'
import { Picture } from '../browse/picture.tsx'
import { RecordView } from '../browse/record-page.tsx'
import { titleText } from '../browse/title-text.ts'
import type { ViewProps } from '../browse/view.ts'
import { artworksForSaleText, venueAlternativeText, venuePlace } from './venue-text.ts'

/** One venue: where it is, and all that its record says. */
export function VenueView(viewed: ViewProps<components['schemas']['Venue']>): VNode {
  const { body: venue, pictures } = viewed
  const { featured_image: image } = venue
  return (
    <RecordView viewed={viewed} title={venue.name} collection={['venues', 'Venues']}>
      <article class="record">
        {image && (
          <figure>
            <div class="frame large scene">
              <Picture
                src={image.image.full_size_webp}
                alt={venueAlternativeText(venue)}
                origins={pictures}
                isMain
              />
            </div>
            {image.caption && <figcaption>{image.caption}</figcaption>}
          </figure>
        )}
        <div class="about">
          <header>
            <p class="artist">
              <IsolatedList texts={venuePlace(venue)} />
            </p>
            <h1>{titleText(venue.name)}</h1>
          </header>
          <Facts
            facts={[
              ['On the map', <MapLink geolocation={venue.geolocation} place={venue.name} />],
              ['Artworks', artworksForSaleText(venue)],
              ['Usually answers', venue.response_time],
            ]}
          />
        </div>
      </article>
    </RecordView>
  )
}

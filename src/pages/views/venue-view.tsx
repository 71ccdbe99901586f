import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Facts, MapLink, NearbyLink } from '../components/facts.tsx'
import { numberFormat } from '../components/formatting.tsx'
import { isolatedText, IsolatedList, titleText } from '../components/text.tsx'
import { RecordPicture } from '../components/card.tsx'
import { NestedListLinks } from '../components/nested-lists.tsx'
import { RecordView } from '../components/record-view.tsx'
import type { ViewProps } from '../components/view.ts'

/** The view of a venue: its place and all fields of the record. */
export function VenueView(viewed: ViewProps<components['schemas']['Venue']>): VNode {
  const { body: venue, pictures, site } = viewed
  const { featured_image: image } = venue
  return (
    <RecordView
      viewed={viewed}
      title={venue.name}
      by={venuePlace(venue)}
      collection={['venues', 'Venues']}
      preview={{
        description: [...venuePlace(venue), artworksForSaleText(venue)].filter(Boolean).join(' · '),
        picture:
          image && !pictures.isPlaceholder(image.image.full_size)
            ? image.image.full_size
            : undefined,
      }}
    >
      <article class="record">
        {image && (
          <RecordPicture
            src={image.image.full_size_webp}
            alt={venueAlternativeText(venue)}
            caption={image.caption}
            pictures={pictures}
          />
        )}
        <div class="about">
          <header>
            {venuePlace(venue).length > 0 && (
              <p class="artist">
                <IsolatedList texts={venuePlace(venue)} />
              </p>
            )}
            <h1>{titleText(venue.name)}</h1>
          </header>
          <Facts
            facts={[
              [
                'On the map',
                venue.geolocation && <MapLink geolocation={venue.geolocation} place={venue.name} />,
              ],
              [
                'Near here',
                venue.geolocation && <NearbyLink geolocation={venue.geolocation} site={site} />,
              ],
              ['Artworks', artworksForSaleText(venue)],
              ['Response time', venue.response_time],
            ]}
          />
          <NestedListLinks viewed={viewed} />
        </div>
      </article>
    </RecordView>
  )
}

type Venue = components['schemas']['Venue']

/** City and country of a venue, without unknown parts. */
export function venuePlace({ city, country }: Venue): string[] {
  return [city, country.name].filter(Boolean)
}

/** The alternative text of the picture. */
export function venueAlternativeText({ name, featured_image }: Venue): string {
  return featured_image?.alt_text || `Picture of ${isolatedText(name)}`
}

/** The number of artworks for sale; empty for zero. */
export function artworksForSaleText({ artworks_for_sale_count: count }: Venue): string {
  if (count === 0) return ''
  return count === 1 ? '1 artwork for sale' : `${numberFormat.format(count)} artworks for sale`
}

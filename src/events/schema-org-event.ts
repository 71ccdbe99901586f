import type { components } from '../../generated/v1.ts'
import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import { PLACEHOLDER_IMAGE_ID } from '../records/picture-resource.ts'
import { cityOf, geolocationOf } from './event-place.ts'

type Schemas = components['schemas']
type Event = Schemas['Event']
type SchemaOrgEvent = Schemas['SchemaOrgEvent']

/**
 * A public event in the language of schema.org: only what the record tells. It is not an Event of OpenActive's model, which
 * requires a physical activity and an organizer.
 */
export function schemaOrgEvent(event: Event, urls: Pick<Urls, 'public'>): SchemaOrgEvent {
  const id = `${urls.public}${apiRoot}/events/${event.id}/`
  const url = event.external_url ?? id
  const { id: pictureId, image } = event.featured_image
  const isFree = event.is_paid_art_fair
    ? false
    : event.price === null
      ? undefined
      : event.price === 0
  return {
    '@context': 'https://schema.org/',
    '@type': 'Event',
    '@id': id,
    name: event.title,
    url,
    description: event.content || event.summary,
    startDate: timeOf(event, event.start_time),
    ...(!event.is_end_time_unknown && { endDate: timeOf(event, event.end_time) }),
    ...(event.is_cancelled && { eventStatus: 'https://schema.org/EventCancelled' }),
    ...(event.is_online_only
      ? {
          eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
          location: {
            '@type': 'VirtualLocation',
            '@id': `${id}#location`,
            name: event.venue.name,
            url,
          },
        }
      : { location: placeOf(event, urls) }),
    ...(pictureId !== PLACEHOLDER_IMAGE_ID && {
      image: [{ '@type': 'ImageObject', url: image.full_size }],
    }),
    keywords: event.category.name,
    ...(isFree !== undefined && { isAccessibleForFree: isFree }),
    ...offersOf(event),
  }
}

/** Times of the exchange have no fractions of seconds. */
function timeOf({ is_all_day_event: isAllDay }: Event, time: string): string {
  return isAllDay ? time.slice(0, 10) : `${time.slice(0, 19)}Z`
}

function placeOf(event: Event, urls: Pick<Urls, 'public'>): SchemaOrgEvent['location'] {
  const { venue } = event
  const id = `${urls.public}${apiRoot}/venues/${venue.id}/`
  const { city, country } = cityOf(event)
  const [latitude, longitude] = geolocationOf(event).split(',').map(Number)
  return {
    '@type': 'Place',
    '@id': id,
    name: venue.name,
    url: id,
    ...((event.address || city || country) && {
      address: {
        '@type': 'PostalAddress',
        ...(event.address && { streetAddress: event.address }),
        ...(city && { addressLocality: city }),
        ...(country && { addressCountry: country }),
      },
    }),
    ...(latitude !== undefined &&
      longitude !== undefined && {
        geo: { '@type': 'GeoCoordinates', latitude, longitude },
      }),
  }
}

function offersOf(event: Event): Pick<SchemaOrgEvent, 'offers'> {
  const { price, price_currency: priceCurrency, buy_tickets_url: url } = event
  if (price === null && url === null) return {}
  return {
    offers: [
      {
        '@type': 'Offer',
        ...(price !== null && { price, priceCurrency }),
        ...(url !== null && { url }),
      },
    ],
  }
}

import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Facts, type Fact, MapLink, NearbyLink } from '../components/facts.tsx'
import { isolatedText, IsolatedList, RecordLink, titleText, WebLink } from '../components/text.tsx'
import { numberFormat, Moment } from '../components/formatting.tsx'
import { Picture, RecordPicture } from '../components/card.tsx'
import { collectionPath } from '../site.ts'
import { schemaOrgEvent } from '../../events/schema-org-event.ts'
import type { Preview } from '../layout.tsx'
import { RecordView } from '../components/record-view.tsx'
import type { ViewProps } from '../components/view.ts'
import { previewPicture } from './default-record-view.tsx'
import { visitedPlaceOf } from '../../events/event-place.ts'
import { timeZoneOf } from '../../events/time-zone.ts'
import {
  admissionText,
  eventPlace,
  EventTimes,
  localTimestamp,
  utcTimesText,
} from './event-facts.tsx'

type Event = components['schemas']['Event']

/** The view of an event: time, place and all fields of the record. */
export function EventView(viewed: ViewProps<Event>): VNode {
  const { body: event, pictures, site } = viewed
  const { featured_image: image } = event
  return (
    <RecordView
      viewed={viewed}
      title={event.is_cancelled ? `Cancelled: ${titleText(event.title)}` : event.title}
      by={[titleText(event.venue.name)]}
      collection={['events', 'Events']}
      facts={recordFacts(event)}
      preview={previewOf(viewed)}
    >
      <article class="record">
        <RecordPicture
          src={image.image.full_size_webp}
          alt={image.alt_text || `Picture of ${isolatedText(event.title)}`}
          caption={image.caption}
          pictures={pictures}
        />
        <div class="about">
          <header>
            <p class="artist">
              <RecordLink site={site} collection="event-categories" record={event.category} />
            </p>
            <h1>{titleText(event.title)}</h1>
            <p
              class="when large"
              data-local-time={event.is_all_day_event ? undefined : timeZoneOf(event)}
            >
              <EventTimes event={event} />
            </p>
          </header>
          {event.content && <p class="text">{event.content}</p>}
          <Facts facts={visitFacts(viewed)} />
          <Facts title="In numbers" facts={numberFacts(event)} />
        </div>
      </article>
    </RecordView>
  )
}

function previewOf({ body: event, site, pictures }: ViewProps<Event>): Omit<Preview, 'address'> {
  const data = schemaOrgEvent(event, { public: site.url })
  const { startDate, endDate } = data
  return {
    description: event.summary || (event.content ?? undefined),
    picture: previewPicture([event], pictures),
    data: {
      ...data,
      startDate: localTimestamp(event, startDate),
      ...(endDate !== undefined && { endDate: localTimestamp(event, endDate) }),
    },
  }
}

function visitFacts({ body: event, pictures, site }: ViewProps<Event>) {
  const { venue, banner_logo: logo } = event
  const place = eventPlace(event)
  const geolocation = visitedPlaceOf(event)
  return [
    ['In UTC', utcTimesText(event)],
    [
      'Calendar',
      event.publish_status === 'published' && (
        <a class="on-screen" href={`${collectionPath(site, 'events')}?format=ics&ids=${event.id}`}>
          Add to a calendar
        </a>
      ),
    ],
    ['Venue', <RecordLink site={site} collection="venues" record={venue} />],
    ['Address', event.address],
    ['Place', place.length > 0 && <IsolatedList texts={place} />],
    ['On the map', geolocation && <MapLink geolocation={geolocation} place={venue.name} />],
    ['Near here', geolocation && <NearbyLink geolocation={geolocation} site={site} />],
    ['Price', admissionText(event)],
    ['Tickets', event.buy_tickets_url && <UrlLink url={event.buy_tickets_url} />],
    ['Website', event.external_url && <UrlLink url={event.external_url} />],
    ['Press release', event.press_release && <UrlLink url={event.press_release} />],
    ['Good to know', event.additional_info],
    ['Logo', logo && <Picture src={logo} alt="" pictures={pictures} />],
  ] as const
}

function UrlLink({ url }: { readonly url: string }): VNode {
  return <WebLink url={url}>{url}</WebLink>
}

/** Leaves out zeros: a zero means that nobody has counted. */
function numberFacts(event: Event): Fact[] {
  const numbers: readonly (readonly [string, number])[] = [
    ['Exhibitors', event.exhibitors_this_year],
    ['Exhibitors, the year before', event.exhibitors_previous_year],
    ['Visitors', event.visitors_this_year],
    ['Visitors, the year before', event.visitors_previous_year],
  ]
  return numbers.map(([name, number]) => [name, number === 0 ? null : numberFormat.format(number)])
}

/** Facts about the record, without ids, slugs and personal data. */
function recordFacts(event: Event) {
  return [
    ['Status', event.publish_status],
    // A draft has never been published.
    ['Published', event.publish_status !== 'draft' && <Moment at={event.published_at} />],
    ['To be published', event.publish_time && <Moment at={event.publish_time} />],
    ['Added', <Moment at={event.created_at} />],
    ['Changed', <Moment at={event.updated_at} />],
  ] as const
}

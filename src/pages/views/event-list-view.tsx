import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Card } from '../components/card.tsx'
import { isolatedText, IsolatedList, titleText } from '../components/text.tsx'
import { ListView } from '../components/list-view.tsx'
import { listAddress, listQuery } from '../components/list-query.ts'
import { MapLink } from '../components/facts.tsx'
import { monthText } from '../components/formatting.tsx'
import type { ViewProps } from '../components/view.ts'
import { collectionPath } from '../site.ts'
import { admissionText, eventPlace, EventTimes, localMonthText } from './event-facts.tsx'

/** The names of the orderings. */
export const EVENT_ORDERINGS: Readonly<Record<components['schemas']['EventOrdering'], string>> = {
  start_time: 'Start, earliest first',
  '-start_time': 'Start, latest first',
  end_time: 'End, earliest first',
  '-end_time': 'End, latest first',
  updated_at: 'Changed, oldest first',
  '-updated_at': 'Changed, newest first',
  '-relevance': 'Most relevant first',
}

/** The times of an event that order the list, each with the words before its month. */
const MONTH_HEADINGS = { start_time: '', end_time: 'Until ', updated_at: 'Changed in ' } as const

type EventTime = keyof typeof MONTH_HEADINGS

type Schemas = components['schemas']

/** The view of a list of events, grouped by the month of the time that orders them. */
export function EventListView(viewed: ViewProps<Schemas['EventPage']>): VNode {
  const field = listQuery(viewed).ordering.replace('-', '')
  const key = field in MONTH_HEADINGS ? (field as EventTime) : 'start_time'
  return (
    <ListView viewed={viewed} title="Events" orderings={EVENT_ORDERINGS}>
      <p class="note">
        Times are those of the place. <CalendarLinks viewed={viewed} />
      </p>
      {byMonth(viewed.body.results, key).map(({ month, events }) => (
        <section key={month} class="month">
          <h2>{`${MONTH_HEADINGS[key]}${month}`}</h2>
          <ul class="grid wide">
            {events.map((event) => (
              <EventCard key={event.id} event={event} viewed={viewed} />
            ))}
          </ul>
        </section>
      ))}
    </ListView>
  )
}

/** The list as a calendar. A calendar program has no key, so there is none of records that are not public. */
function CalendarLinks({ viewed }: { readonly viewed: ViewProps<Schemas['EventPage']> }) {
  if (viewed.isPrivate) return null
  const { url } = viewed
  // Without `at`, `when` is of the time at which the calendar is read.
  const { limit: _, offset: __, at: ___, ...given } = listQuery(viewed).given
  // A calendar has up to 100 events: those that come next.
  const order = given['when'] === 'upcoming' && { ordering: 'start_time' }
  const address = listAddress(url, { ...order, ...given, format: 'ics' })
  return (
    <>
      <a href={`webcal://${url.host}${address}`}>Subscribe in a calendar</a>, or{' '}
      <a href={address}>get the calendar as a file</a>.
    </>
  )
}

interface Month {
  readonly month: string
  readonly events: Schemas['Event'][]
}

/**
 * Months in the order of their first events. The order of the response is that of UTC: at the end of a month, events of two
 * zones can alternate between two months.
 */
function byMonth(events: readonly Schemas['Event'][], key: EventTime): Month[] {
  const monthOf = (event: Schemas['Event']): string =>
    key === 'updated_at' ? monthText(event.updated_at) : localMonthText(event, key)
  const months = Map.groupBy(events, monthOf)
  return [...months].map(([month, ofMonth]) => ({ month, events: ofMonth }))
}

interface EventCardProps {
  readonly event: Schemas['Event']
  readonly viewed: ViewProps<Schemas['EventPage']>
}

function EventCard({ event, viewed: { site, pictures } }: EventCardProps): VNode {
  const { venue, featured_image: image } = event
  const picture = {
    src: image.image.crop_medium_webp,
    alt: image.alt_text || `Picture of ${isolatedText(event.title)}`,
    pictures,
  }
  const kind = [event.category.name, admissionText(event)].filter(Boolean)
  return (
    <Card
      heading={
        <a href={`${collectionPath(site, 'events')}${event.id}/`}>{titleText(event.title)}</a>
      }
      level="h3"
      picture={picture}
    >
      <p class="when">
        <EventTimes event={event} />
      </p>
      <p>
        <IsolatedList texts={[venue.name, ...eventPlace(event)]} />{' '}
        <MapLink geolocation={event.geolocation} place={venue.name} />
      </p>
      <p class="faint">
        <IsolatedList texts={kind} separator=" · " />
      </p>
    </Card>
  )
}

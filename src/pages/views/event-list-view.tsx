import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { ORDER_OF_IDS } from '../components/list-controls.tsx'
import { ListView } from '../components/list-view.tsx'
import { listAddress, listQuery } from '../components/list-query.ts'
import { monthText } from '../components/formatting.tsx'
import type { ViewProps } from '../components/view.ts'
import { Isolated } from '../components/text.tsx'
import { defaultOf } from '../../contract/document.ts'
import { Sections } from '../components/sections.tsx'
import { EventCard } from './event-card.tsx'
import { EVENT_TIMES, OF_TIME, type EventTime } from '../components/event-times.ts'
import { localMonthText } from './event-facts.tsx'

/** The names of the orderings. */
const EVENT_ORDERINGS: Readonly<Record<components['schemas']['EventOrdering'], string>> = {
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

type OrderedTime = keyof typeof MONTH_HEADINGS

type Schemas = components['schemas']

/** The view of a list of events, grouped by the month of the time that orders them, if a time does. */
export function EventListView(viewed: ViewProps<Schemas['EventPage']>): VNode {
  const { ordering, given } = listQuery(viewed)
  const field = ordering.replace('-', '')
  const key = field in MONTH_HEADINGS ? (field as OrderedTime) : undefined
  return (
    <ListView
      viewed={viewed}
      title={headingOf(given['when'])}
      saidByTitle={['when']}
      orderings={EVENT_ORDERINGS}
      lead={
        <>
          <TimeLinks viewed={viewed} />
          <AroundCity viewed={viewed} />
          {viewed.body.count === 0 && !viewed.isPrivate && (
            <p class="note">
              <CalendarLinks viewed={viewed} />
            </p>
          )}
        </>
      }
    >
      <p class="note">
        Times are those of the place. <CalendarLinks viewed={viewed} />
      </p>
      {byMonth(viewed.body.results, key).map(({ month, events }) => (
        <section key={month} class="month">
          <h2>
            {key === undefined
              ? (EVENT_ORDERINGS[ordering as keyof typeof EVENT_ORDERINGS] ?? ORDER_OF_IDS)
              : `${MONTH_HEADINGS[key]}${month}`}
          </h2>
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

const headingOf = (when = ''): string =>
  when in OF_TIME ? OF_TIME[when as EventTime].heading : 'Events'

/** Links to the events that are on now, coming or past, with the other filters of the request; on the plain list, their first ones. */
function TimeLinks({ viewed }: { readonly viewed: ViewProps<Schemas['EventPage']> }): VNode {
  const { when: current, at: _, offset: __, ordering: ___, ...others } = listQuery(viewed).given
  const links = EVENT_TIMES.map((when) => {
    const { title, ordering } = OF_TIME[when]
    return { when, title, address: listAddress(viewed.url, { ...others, when, ordering }) } as const
  })
  const all = { when: undefined, title: 'All', address: listAddress(viewed.url, others) }
  return (
    <>
      <nav class="times" aria-label="Events by time">
        <ul>
          {[...links, all].map(({ when, title, address }) => (
            <li key={title}>
              <a href={address} aria-current={when === current ? 'true' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Sections viewed={viewed} />
      {viewed.parts?.sections.length ? <h2>All events</h2> : null}
    </>
  )
}

/** For events in a city, a link to those within a distance of one of them, so that nobody has to know coordinates. */
function AroundCity({ viewed }: { readonly viewed: ViewProps<Schemas['EventPage']> }) {
  const { given, cities, parameters } = listQuery(viewed)
  const [first] = cities
  // A venue's own events are all at one place.
  if (first === undefined || !('city' in given) || !parameters.has('venue')) return null
  const [city, near] = first
  const radius = String(defaultOf(parameters.get('radius_km')?.schema ?? {}))
  const { city: _, at: __, offset: ___, radius_km = radius, ...others } = given
  return (
    <p class="matches">
      <a href={listAddress(viewed.url, { ...others, near, radius_km })}>
        Events within {radius_km} km of <Isolated>{city}</Isolated>
      </a>
    </p>
  )
}

/** The list as a calendar. A calendar program has no key, so there is none of records that are not public. */
function CalendarLinks({ viewed }: { readonly viewed: ViewProps<Schemas['EventPage']> }) {
  if (viewed.isPrivate) return null
  const { url, body } = viewed
  // Without `at`, `when` is of the time at which the calendar is read.
  const { limit: _, offset: __, at: ___, ...given } = listQuery(viewed).given
  // A calendar has up to 100 events: those that come next.
  const order = given['when'] === 'upcoming' && { ordering: 'start_time' }
  const address = listAddress(url, { ...order, ...given, format: 'ics' })
  return (
    <span class="on-screen">
      <a href={`webcal://${url.host}${address}`}>Subscribe in a calendar</a>, or{' '}
      <a href={address}>get the calendar as a file</a>.
      {body.count > 100 &&
        given['when'] === undefined &&
        ' It has the first 100: for those that come next, choose Coming.'}
    </span>
  )
}

interface Month {
  /** Undefined for all events in another order. */
  readonly month: string | undefined
  readonly events: readonly Schemas['Event'][]
}

/**
 * Months in the order of their first events. The order of the response is that of UTC: at the end of a month, events of two
 * zones can alternate between two months.
 */
function byMonth(events: readonly Schemas['Event'][], key: OrderedTime | undefined): Month[] {
  if (key === undefined) return events.length === 0 ? [] : [{ month: undefined, events }]
  const monthOf = (event: Schemas['Event']): string =>
    key === 'updated_at' ? monthText(event.updated_at) : localMonthText(event, key)
  const months = Map.groupBy(events, monthOf)
  return [...months].map(([month, ofMonth]) => ({ month, events: ofMonth }))
}

import tzLookup from '@photostructure/tz-lookup'
import { defaultsOf } from '../bodies.ts'
import { shownFields, timeKey, type Field } from '../fields.ts'
import type { Attempt, Kind, Write } from '../kind.ts'
import type { Items } from '../model.ts'
import { changedPicture, createdPicture, replacedPicture } from '../pictures.ts'
import {
  checkPicture,
  checkState,
  unknownReferences,
  unprocessable,
  type Check,
} from '../rejections.ts'
import { eventFields } from './event-fields.ts'

type Event = Items['events']

/** The days of an event, as the people of its venue say: one that ends at midnight ends on the day before. */
function daysOf(event: Event): string {
  const { venue, geolocation, is_all_day_event: isAllDay } = event
  const [latitude, longitude] = (geolocation || venue.geolocation).split(',').map(Number)
  const isLocal = !isAllDay && latitude !== undefined && longitude !== undefined
  const timeZone = isLocal ? tzLookup(latitude, longitude) : 'UTC'
  const [start = 0, end = 0] = [event.start_time, event.end_time].map((time) => Date.parse(time))
  const [first, last] = [start, isAllDay ? end : Math.max(start, end - 1)].map((time) =>
    new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone }),
  )
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}

function summarized(record: Event): Event {
  const { title, category, venue, address } = record
  const isNamed = address.startsWith(venue.name)
  const place = [...(isNamed ? [] : [venue.name]), address].filter((part) => part !== '').join(', ')
  const summary = `${title}: ${category.name} event ${daysOf(record)} at ${place}.`
  return { ...record, summary }
}

const NEVER_WRITTEN = {
  publish_time: null,
  auction_results_added: false,
  is_featured: false,
  is_paid_art_fair: false,
  artists: [],
  artworks: [],
  magazines: [],
  additional_images: [],
}

function withFields(before: object, { fields }: Write, featured_image: unknown): Event {
  const after = { ...before, ...shownFields({ fields }) } as Event
  const times = TIMES.flatMap((name) => {
    const field = fields[name]
    return field === undefined ? [] : [[name, shownTime(field, after.is_all_day_event)]]
  })
  const { is_cancelled: isCancelled, ...others } = after
  const cancelled = isCancelled === true ? { is_cancelled: true } : {}
  return { ...others, ...cancelled, ...Object.fromEntries(times), featured_image } as Event
}

const TIMES = ['start_time', 'end_time'] as const

/** The times of an all-day event are shown as they were written, without their offset. */
function shownTime({ sent, shown }: Field, isAllDay: boolean): string {
  const written = String(sent).slice(0, 19).toUpperCase()
  if (!isAllDay || written < '1000') return shown as string
  const micros = (/\.(\d+)/.exec(String(sent))?.[1] ?? '').slice(0, 6).padEnd(6, '0')
  return `${written}${micros === '000000' ? '' : `.${micros}`}Z`
}

/** By default, the place of an event is that of its venue. */
function wholeFields({ fields }: Write): object {
  const venue = fields['venue']?.shown as Event['venue']
  const { country, city, geolocation } = venue
  return defaultsOf('Event', { price_currency: 'EUR', country: country.code, city, geolocation })
}

/** The service chooses the time of the first publication and of the change. */
function moved(before: Event, after: Event, { actual }: Write): Event {
  const { published_at, updated_at } = actual as Event
  const isFirst = before.publish_status === 'draft' && after.publish_status === 'published'
  return summarized({
    ...after,
    updated_at,
    published_at: isFirst ? published_at : before.published_at,
  })
}

/** Related records exist, and an event never ends before it starts. Omitted times stay. */
function checkRules({ record, method, fields }: Attempt<'events'>): Check {
  const before = method === 'PUT' ? undefined : record?.item
  const isAllDay = (fields['is_all_day_event']?.shown ?? before?.is_all_day_event) === true
  const timeOf = (name: (typeof TIMES)[number]) => {
    const field = fields[name]
    return timeKey(field === undefined ? (record?.item[name] ?? '') : shownTime(field, isAllDay))
  }
  const broken = timeOf('end_time') < timeOf('start_time') ? ['/end_time'] : []
  return unprocessable([...unknownReferences(fields), ...broken])
}

/** Events belong to their authors. */
export const events: Kind<'events'> = {
  name: 'events',
  noun: 'event',
  path: '/events/',
  scopes: { create: ['events:write'], change: ['events:write'] },
  pictures: 'event_images',
  hasStates: true,
  orderings: ['start_time', 'end_time', 'updated_at'].flatMap((key) => [`-${key}`, key]),
  sortKey: (shown, key) => timeKey((shown as Event)[key as 'start_time']),
  shown: (item) => item,
  isPublic: ({ publish_status }) => publish_status === 'published',
  isMember: ({ author }, caller) => author === caller,
  ownerOf: ({ author }) => author,

  writable: eventFields,

  check(attempt) {
    return checkState(attempt) ?? checkRules(attempt) ?? checkPicture(attempt)
  },
  created(write) {
    const { id, slug, created_at, updated_at, published_at } = write.actual as Event
    const chosen = { id, slug, created_at, updated_at, published_at }
    const state = { author: write.user, publish_status: 'draft' }
    const before = { ...NEVER_WRITTEN, ...chosen, ...state, ...wholeFields(write) }
    return summarized(withFields(before, write, createdPicture(write)))
  },
  changed: (before, write) =>
    moved(before, withFields(before, write, changedPicture(before.featured_image, write)), write),
  /** The state stays when a replacement does not name it. */
  replaced(before, write) {
    const kept = { ...before, ...wholeFields(write) }
    return moved(
      before,
      withFields(kept, write, replacedPicture(before.featured_image, write)),
      write,
    )
  },
}

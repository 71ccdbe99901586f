import type { components } from '../../../generated/v1.ts'
import type { Fields } from './fields.ts'
import type { EventRecord } from './model.ts'
import type { Field } from './timestamps.ts'

// What a write must make of an event. What the service alone can know, such as the time, is taken
// from its answer (`told`) and judged in told-values.ts.

type Schemas = components['schemas']
type Picture = EventRecord['featured_image']
type PicturePatch = Schemas['PicturePatch']

export interface Write {
  readonly fields: Fields
  /** Who writes, as records show users. */
  readonly user: Schemas['User']
  readonly placeholder: Picture
  readonly told: EventRecord
}

/** What is shown of the fields that a whole event leaves out. */
const DEFAULTS = {
  price: null,
  content: null,
  is_all_day_event: false,
  is_end_time_unknown: false,
  address: '',
  price_currency: 'EUR',
  exhibitors_previous_year: 0,
  exhibitors_this_year: 0,
  visitors_this_year: 0,
  visitors_previous_year: 0,
  buy_tickets_url: null,
  contact_name: null,
  email: null,
  external_url: null,
  phone: null,
  additional_info: null,
  press_release: null,
  banner_logo: null,
  is_online_only: false,
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

export function createdRecord(write: Write): EventRecord {
  const { id, slug, created_at, updated_at, published_at } = write.told
  return summarized({
    ...NEVER_WRITTEN,
    id,
    slug,
    created_at,
    updated_at,
    published_at,
    author: write.user,
    publish_status: 'draft',
    ...wholeFields(write),
  } as EventRecord)
}

/** The state stays when a replacement does not name it. */
export function replacedRecord(before: EventRecord, write: Write): EventRecord {
  return changedState(before, { ...before, ...wholeFields(write) }, write)
}

export function changedRecord(before: EventRecord, write: Write): EventRecord {
  const featured_image = changedPicture(before.featured_image, write)
  return changedState(before, { ...before, ...writtenFields(write), featured_image }, write)
}

function changedState(before: EventRecord, after: EventRecord, { told }: Write): EventRecord {
  const isPublished = before.publish_status === 'draft' && after.publish_status === 'published'
  return summarized({
    ...after,
    published_at: isPublished ? told.published_at : before.published_at,
    updated_at: told.updated_at,
  })
}

function wholeFields(write: Write): Partial<EventRecord> {
  const venue = write.fields['venue'] as Field<EventRecord['venue']>
  const { country, city, geolocation } = venue.shown as EventRecord['venue']
  const picture = write.fields['featured_image']?.sent as Schemas['PictureInput'] | null | undefined
  return {
    ...DEFAULTS,
    country: country.code,
    city,
    geolocation,
    ...writtenFields(write),
    featured_image: picture ? newPicture(picture, write) : write.placeholder,
  }
}

function writtenFields({ fields }: Write): Partial<EventRecord> {
  const { featured_image: _picture, ...others } = fields
  return Object.fromEntries(Object.entries(others).map(([name, { shown }]) => [name, shown]))
}

function newPicture(
  { full_size, ...metadata }: Schemas['PictureInput'],
  { told, user, placeholder }: Write,
): Picture {
  const { id, updated_at } = told.featured_image
  return {
    id,
    image: everyRendition(placeholder, full_size),
    created_at: updated_at,
    updated_at,
    is_converted_to_webp: false,
    caption: null,
    alt_text: null,
    description: null,
    ...metadata,
    uploaded_by: user.id,
  }
}

function everyRendition({ image }: Picture, url: string): Picture['image'] {
  return Object.fromEntries(Object.keys(image).map((name) => [name, url])) as Picture['image']
}

/** JSON merge patch (RFC 7396) of the picture that the event has. */
function changedPicture(before: Picture, write: Write): Picture {
  const patch = write.fields['featured_image']?.sent as PicturePatch | null | undefined
  if (patch === undefined) return before
  if (patch === null) return write.placeholder
  const { full_size, ...metadata } = patch
  const { id, updated_at } = write.told.featured_image
  const isFirst = before.id === write.placeholder.id
  if (full_size !== undefined && isFirst) return newPicture({ full_size, ...metadata }, write)
  return {
    ...before,
    ...metadata,
    ...(full_size !== undefined && {
      image: everyRendition(before, full_size),
      created_at: updated_at,
    }),
    id,
    updated_at,
    uploaded_by: write.user.id,
  }
}

function summarized(record: EventRecord): EventRecord {
  const { title, category, start_time, end_time, venue, address } = record
  const isNamed = address.startsWith(venue.name)
  const place = [...(isNamed ? [] : [venue.name]), address].filter((part) => part !== '').join(', ')
  const summary = `${title} is a ${category.name} event from ${day(start_time)} to ${day(end_time)} at ${place}.`
  return { ...record, summary }
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function day(timestamp: string): string {
  return days.format(new Date(timestamp))
}

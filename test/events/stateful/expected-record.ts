import { changedPicture, wholePicture } from './expected-picture.ts'
import { summarized } from './expected-summary.ts'
import type { EventRecord } from './model.ts'
import type { Write } from './write.ts'

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
  const chosen = { id, slug, created_at, updated_at, published_at }
  const state = { author: write.user, publish_status: 'draft' }
  return summarized({ ...NEVER_WRITTEN, ...chosen, ...state, ...wholeFields(write) } as EventRecord)
}

/** The state stays when a replacement does not name it. */
export function replacedRecord(before: EventRecord, write: Write): EventRecord {
  return moved(before, { ...before, ...wholeFields(write, before) }, write)
}

export function changedRecord(before: EventRecord, write: Write): EventRecord {
  const featured_image = changedPicture(before.featured_image, write)
  return moved(before, { ...before, ...shownFields(write), featured_image }, write)
}

export function isFirstPublication(before: EventRecord, after: EventRecord): boolean {
  return before.publish_status === 'draft' && after.publish_status === 'published'
}

function moved(before: EventRecord, after: EventRecord, { told }: Write): EventRecord {
  const { published_at } = isFirstPublication(before, after) ? told : before
  return summarized({ ...after, published_at, updated_at: told.updated_at })
}

/** An event is where its venue is unless the request says otherwise. */
function wholeFields(write: Write, before?: EventRecord): Partial<EventRecord> {
  const shown = shownFields(write)
  const { country, city, geolocation } = shown.venue as EventRecord['venue']
  const place = { country: country.code, city, geolocation }
  return {
    ...DEFAULTS,
    ...place,
    ...shown,
    featured_image: wholePicture(write, before?.featured_image),
  }
}

function shownFields({ fields }: Write): Partial<EventRecord> {
  const { featured_image, ...others } = fields
  return Object.fromEntries(Object.entries(others).map(([name, { shown }]) => [name, shown]))
}

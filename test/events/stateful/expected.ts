import { DEFAULT_LIMIT } from '../../contract/document.ts'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import {
  livingEvents,
  type EventRecord,
  type Write,
  type PublishStatus,
  type Model,
} from './model.ts'
import type { components } from '../../../generated/v1.ts'
import { API_URL } from '../../support/app.ts'
import { timeKey } from './fields.ts'
import { slugStem } from '../../../src/writes/slug-stem.ts'

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The record with the summary of its fields. */
function summarized(record: EventRecord): EventRecord {
  const { title, category, start_time, end_time, venue, address } = record
  const [start, end] = [start_time, end_time].map((time) => days.format(new Date(time)))
  const isNamed = address.startsWith(venue.name)
  const place = [...(isNamed ? [] : [venue.name]), address].filter((part) => part !== '').join(', ')
  const summary = `${title}: ${category.name} event from ${start} to ${end} at ${place}.`
  return { ...record, summary }
}

type Schemas = components['schemas']
type Picture = Schemas['EventImage']

const NO_TEXTS = { caption: null, alt_text: null, description: null }

/** The picture of a POST or PUT, or the placeholder. */
function wholePicture(write: Write, before?: Picture): Picture {
  const sent = write.fields['featured_image']?.sent as Schemas['PictureInput'] | null | undefined
  if (!sent) return write.placeholder
  return before ? patched(before, { ...NO_TEXTS, ...sent }, write) : newPicture(sent, write)
}

/** The picture after a JSON merge patch (RFC 7396). */
function changedPicture(before: Picture, write: Write): Picture {
  const patch = write.fields['featured_image']?.sent as Schemas['PicturePatch'] | null | undefined
  if (patch === undefined) return before
  return patch === null ? write.placeholder : patched(before, patch, write)
}

/** A picture keeps its id while its address stays. */
function patched(before: Picture, patch: Schemas['PicturePatch'], write: Write): Picture {
  const { full_size, ...texts } = patch
  if (full_size !== undefined && full_size !== before.image.full_size) {
    const kept = before.id === write.placeholder.id ? {} : textsOf(before)
    return newPicture({ full_size, ...kept, ...texts }, write)
  }
  const after = { ...before, ...texts }
  if (isDeepStrictEqual(after, before)) return before
  const { id, updated_at } = write.actual.featured_image
  return { ...after, id, updated_at, uploaded_by: write.user.id }
}

function newPicture(
  { full_size, ...texts }: Schemas['PictureInput'],
  { actual, user, placeholder }: Write,
): Picture {
  const { id, updated_at } = actual.featured_image
  const image = Object.fromEntries(
    Object.keys(placeholder.image).map((rendition) => [rendition, full_size]),
  ) as Picture['image']
  return {
    id,
    image,
    created_at: updated_at,
    updated_at,
    is_converted_to_webp: false,
    caption: null,
    alt_text: null,
    description: null,
    ...texts,
    uploaded_by: user.id,
  }
}

function textsOf({ caption, alt_text, description }: Picture) {
  return { caption, alt_text, description }
}

/** The values of omitted fields of a whole event. */
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
  const { id, slug, created_at, updated_at, published_at } = write.actual
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

function isFirstPublication(before: EventRecord, after: EventRecord): boolean {
  return before.publish_status === 'draft' && after.publish_status === 'published'
}

function moved(before: EventRecord, after: EventRecord, { actual }: Write): EventRecord {
  const { published_at } = isFirstPublication(before, after) ? actual : before
  return summarized({ ...after, published_at, updated_at: actual.updated_at })
}

/** By default, the place of an event is that of its venue. */
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

export const STATES = ['published', 'draft', 'archived'] as const
export const ORDERINGS = ['start_time', '-start_time', 'end_time', '-end_time'] as const

/** The parameters of a list; those that are undefined are left out. */
export interface Query {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly ordering?: (typeof ORDERINGS)[number] | undefined
  readonly publish_status?: PublishStatus | undefined
}

/** The page of the unordered records. */
export function pageOf(records: readonly EventRecord[], query: Query): object {
  const { limit = DEFAULT_LIMIT, offset = 0 } = query
  const linkTo = (to: number) => `${API_URL}/events/${searchOf({ ...query, limit, offset: to })}`
  return {
    count: records.length,
    next: offset + limit < records.length ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(Math.max(0, offset - limit)) : null,
    results: inOrder(records, query).slice(offset, offset + limit),
  }
}

/** Records with the same time are ordered by id, in the same direction. */
function inOrder(
  records: readonly EventRecord[],
  { ordering = '-start_time' }: Query,
): EventRecord[] {
  const key = ordering.replace('-', '') as 'start_time' | 'end_time'
  const ascending = records.toSorted((one, other) => {
    const [time, otherTime] = [timeKey(one[key]), timeKey(other[key])]
    return time === otherTime ? one.id - other.id : time < otherTime ? -1 : 1
  })
  return ordering.startsWith('-') ? ascending.toReversed() : ascending
}

/** The query with its names in alphabetical order, as in links. */
export function searchOf(query: Query): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
  return given.length === 0 ? '' : `?${given.join('&')}`
}

// Values that the service chooses: the model cannot predict them, but verifies their constraints.

/** Verifies an event that the last request has created. */
export function expectNewValues(model: Model, actual: EventRecord): void {
  const ids = model.events.map(({ record }) => record.id)
  expect(ids).not.toContain(actual.id)
  expect(Math.abs(Date.parse(actual.created_at) - Date.now())).toBeLessThan(60_000)
  expect([actual.updated_at, actual.published_at]).toEqual([actual.created_at, actual.created_at])
  expectSlug(model, actual)
  expectNewPicture(model, actual, timeKey(actual.created_at))
}

/** The title in URL-safe letters, with a suffix for a draft, or if it is taken. */
function expectSlug(model: Model, { slug, title, publish_status }: EventRecord): void {
  const stem = slugStem(title, 80) || 'event'
  const taken = new Set(livingEvents(model).map(({ record }) => record.slug))
  const hasSuffix = publish_status === 'draft' || taken.has(stem)
  expect(slug).toMatch(new RegExp(`^${stem}${hasSuffix ? '-[a-z0-9]{4,16}' : ''}$`))
  expect(taken).not.toContain(slug)
}

/** Verifies an event that the last request has changed. */
export function expectMovedValues(model: Model, before: EventRecord, actual: EventRecord): void {
  const earlier = timeKey(before.updated_at)
  const now = timeKey(actual.updated_at)
  expect(now > earlier, `updated_at ${now} moves on from ${earlier}`).toBe(true)
  if (isFirstPublication(before, actual)) expectBetween(earlier, timeKey(actual.published_at), now)
  if (actual.featured_image.id !== before.featured_image.id)
    expectNewPicture(model, actual, earlier)
}

/** The placeholder, or a picture that no other event has. */
function expectNewPicture(model: Model, { featured_image, updated_at }: EventRecord, from: string) {
  if (featured_image.id === 1) return
  const ids = model.events.map(({ record }) => record.featured_image.id)
  expect(ids).not.toContain(featured_image.id)
  expectBetween(from, timeKey(featured_image.updated_at), timeKey(updated_at))
}

function expectBetween(from: string, time: string, to: string): void {
  expect([from, time, to].toSorted()).toEqual([from, time, to])
}

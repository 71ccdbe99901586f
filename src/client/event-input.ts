import type { Event, EventInput } from './schemas.ts'

type Currency = Required<EventInput>['price_currency']
type PublishStatus = Required<EventInput>['publish_status']
type ContactField = 'contact_name' | 'email' | 'phone'

/**
 * The contact data of an event. No response contains it: a record has placeholders. Null removes a value.
 */
export type EventContact = { readonly [Field in ContactField]?: string | null }

/**
 * The body of a PUT that changes nothing, to be combined with changes:
 * `updateEvent(seen, { ...eventInputOf(seen.record), title })`. `changeEvent` (PATCH) does not need it.
 * @param contact the contact data, if the event has any.
 * @throws RangeError naming contact data that the event has and `contact` lacks: a PUT without it would
 *   remove it.
 */
export function eventInputOf(event: Event, contact: EventContact = {}): Required<EventInput> {
  // Each field by name, so that the compiler reports a new field of the contract.
  return {
    price: event.price,
    featured_image: pictureInputOf(event.featured_image),
    venue: event.venue.id,
    category: event.category.id,
    country: event.country,
    // A record may have newer values than the types; the service accepts each value that it sends.
    publish_status: event.publish_status as PublishStatus,
    title: event.title,
    content: event.content,
    start_time: event.start_time,
    end_time: event.end_time,
    is_all_day_event: event.is_all_day_event,
    is_end_time_unknown: event.is_end_time_unknown,
    address: event.address,
    city: event.city,
    geolocation: event.geolocation,
    price_currency: event.price_currency as Currency,
    exhibitors_previous_year: event.exhibitors_previous_year,
    exhibitors_this_year: event.exhibitors_this_year,
    visitors_this_year: event.visitors_this_year,
    visitors_previous_year: event.visitors_previous_year,
    buy_tickets_url: event.buy_tickets_url,
    contact_name: contactValue(event, 'contact_name', contact),
    email: contactValue(event, 'email', contact),
    external_url: event.external_url,
    phone: contactValue(event, 'phone', contact),
    additional_info: event.additional_info,
    press_release: event.press_release,
    banner_logo: event.banner_logo,
    is_online_only: event.is_online_only,
    is_cancelled: event.is_cancelled ?? false,
  }
}

/** A picture with an unchanged address keeps its renditions; so does the placeholder. */
function pictureInputOf(picture: Event['featured_image']): Required<EventInput>['featured_image'] {
  const { image, caption, alt_text, description } = picture
  return { full_size: image.full_size, caption, alt_text, description }
}

function contactValue(event: Event, field: ContactField, contact: EventContact): string | null {
  const given = contact[field]
  if (given !== undefined) return given
  if (!event[field]) return null
  throw new RangeError(
    `Event ${event.id} has ${field}, which no response shows: pass it, or null to remove it`,
  )
}

import type { Event, EventInput } from './schemas.ts'

type Currency = Required<EventInput>['price_currency']
type PublishStatus = Required<EventInput>['publish_status']
type ContactField = 'contact_name' | 'email' | 'phone'

/**
 * The contact data of an event, which no answer shows: a record has a placeholder where there is some.
 * Null where the event is to have none.
 */
export type EventContact = { readonly [Field in ContactField]?: string | null }

/**
 * The body of a PUT that changes nothing of an event, to be sent with changes of one's own:
 * `updateEvent(seen, { ...eventInputOf(seen.record), title })`. To change a few fields, PATCH
 * (`changeEvent`) needs none of this.
 * @param contact what no record shows, where the event has it.
 * @throws RangeError naming the contact data that the event has and `contact` lacks: a PUT without it
 *   would take it away.
 */
export function eventInputOf(event: Event, contact: EventContact = {}): Required<EventInput> {
  // Each field by name: a field that the contract adds is then missing here, and does not compile.
  return {
    price: event.price,
    featured_image: pictureInputOf(event.featured_image),
    venue: event.venue.id,
    category: event.category.id,
    country: event.country,
    // The values of a record may be newer than the types; what the service sent, it takes.
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
    contact_name: hidden(event, 'contact_name', contact),
    email: hidden(event, 'email', contact),
    external_url: event.external_url,
    phone: hidden(event, 'phone', contact),
    additional_info: event.additional_info,
    press_release: event.press_release,
    banner_logo: event.banner_logo,
    is_online_only: event.is_online_only,
  }
}

/** With the address that it has, a picture stays, and so do its renditions; the placeholder does, too. */
function pictureInputOf(picture: Event['featured_image']): Required<EventInput>['featured_image'] {
  const { image, caption, alt_text, description } = picture
  return { full_size: image.full_size, caption, alt_text, description }
}

function hidden(event: Event, field: ContactField, contact: EventContact): string | null {
  const given = contact[field]
  if (given !== undefined) return given
  if (!event[field]) return null
  throw new RangeError(
    `Event ${event.id} has ${field}, which no answer shows: give it, or null to take it away`,
  )
}

import type { components } from '../../generated/v1.ts'
import { utcTimestamp } from '../request-body/timestamp.ts'
import { placeColumns } from '../venues/place.ts'
import type { EventColumns } from './event-write-queries.ts'

export type EventInput = components['schemas']['EventInput']
export type EventPatch = components['schemas']['EventPatch']

/**
 * The columns for the fields of a request; most columns have the name of their field. `featured_image` has no
 * column here, because pictures have a table of their own.
 */
export function eventColumns({
  featured_image,
  country,
  geolocation,
  price,
  venue,
  category,
  start_time,
  end_time,
  ...same
}: EventPatch): EventColumns {
  return {
    ...same,
    ...placeColumns({ country, geolocation }),
    ...(price !== undefined && { price: price === null ? null : String(price) }),
    ...(venue !== undefined && { venue_id: venue }),
    ...(category !== undefined && { category_id: category }),
    ...(start_time !== undefined && { start_time: utcTimestamp(start_time) }),
    ...(end_time !== undefined && { end_time: utcTimestamp(end_time) }),
  }
}

/** The defaults of absent fields in POST and PUT (contract, EventInput). */
export const EVENT_DEFAULTS = {
  price: null,
  featured_image: null,
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
} as const satisfies EventPatch

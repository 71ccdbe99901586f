import fc from 'fast-check'
import { masked, orNull, plain, type FieldArbitraries } from './field.ts'
import { country, geolocation, idOf } from './places.ts'
import { email, personName, text, title, webUrl } from './texts.ts'
import { timestamp } from './timestamps.ts'
import type { World } from './world.ts'

const cents = fc.oneof(
  fc.constantFrom(0, 7, 10, 1250, 99_999_999_999_999),
  fc.integer({ min: 0, max: 99_999_999_999_999 }),
)

const price = orNull(plain(cents.map((amount) => amount / 100)))
const count = plain(fc.oneof(fc.constantFrom(0, 1, 2_147_483_647), fc.nat()))
const flag = plain(fc.boolean())
const anyText = plain(text)
const textOrNull = orNull(anyText)
const urlOrNull = orNull(plain(webUrl))

/** The fields that a request may leave out, but for state and picture. */
export const optionalFields = {
  price,
  country,
  content: textOrNull,
  is_all_day_event: flag,
  is_end_time_unknown: flag,
  address: plain(fc.oneof(text, fc.constantFrom('Kunsthal Nord, Havnegade 4'))),
  city: anyText,
  geolocation,
  price_currency: plain(fc.constantFrom('EUR', 'DKK', 'JPY')),
  exhibitors_previous_year: count,
  exhibitors_this_year: count,
  visitors_this_year: count,
  visitors_previous_year: count,
  buy_tickets_url: urlOrNull,
  contact_name: masked(personName, '<NAME>'),
  email: masked(email, '<EMAIL>'),
  external_url: urlOrNull,
  phone: masked(fc.constantFrom('', '+45 86 12 00 00'), '<PHONE>'),
  additional_info: textOrNull,
  press_release: urlOrNull,
  banner_logo: urlOrNull,
  is_online_only: flag,
} satisfies FieldArbitraries

/** The fields that a whole event must have. */
export function requiredFields({ venues, categories }: World) {
  return {
    venue: idOf(venues),
    category: idOf(categories),
    title: plain(title),
    start_time: timestamp,
    end_time: timestamp,
  } satisfies FieldArbitraries
}

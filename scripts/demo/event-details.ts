import type { Insertable } from 'kysely'
import type { EventTable } from '../../src/database/tables.ts'
import type { Random } from './random.ts'
import { EVENT_NOTES, EVENT_PARAGRAPHS } from './words/events.ts'

type Fair = Pick<
  Insertable<EventTable>,
  | 'is_paid_art_fair'
  | 'price'
  | 'exhibitors_previous_year'
  | 'exhibitors_this_year'
  | 'visitors_this_year'
  | 'visitors_previous_year'
>

const NO_FAIR: Fair = {
  is_paid_art_fair: false,
  price: null,
  exhibitors_previous_year: 0,
  exhibitors_this_year: 0,
  visitors_this_year: 0,
  visitors_previous_year: 0,
}

/** Admission, exhibitors and visitors, which only fairs have. */
export function fairDetails(random: Random, isFair: boolean): Fair {
  if (!isFair) return NO_FAIR
  const paid = random.chance(0.75)
  const exhibitors = random.between(18, 140)
  return {
    is_paid_art_fair: paid,
    price: paid ? `${random.between(8, 45)}.${random.pick(['00', '50'])}` : null,
    exhibitors_previous_year: random.chance(0.2) ? 0 : Math.round(exhibitors * 0.9),
    exhibitors_this_year: exhibitors,
    visitors_this_year: 0,
    visitors_previous_year: random.chance(0.2) ? 0 : exhibitors * random.between(110, 400),
  }
}

type Contact = Pick<
  Insertable<EventTable>,
  'buy_tickets_url' | 'contact_name' | 'email' | 'external_url' | 'phone' | 'press_release'
>

/** Whom to ask and where to read more: often nothing is said. */
export function eventContact(random: Random, slug: string, isFair: boolean): Contact {
  const site = `https://${slug.slice(-5)}.example.org`
  const asked = random.chance(0.3)
  return {
    buy_tickets_url: isFair || random.chance(0.05) ? `${site}/tickets` : null,
    contact_name: asked ? 'The gallery desk' : null,
    email: asked ? `${slug.slice(-5)}@example.org` : null,
    external_url: random.chance(0.4) ? `${site}/${slug}` : null,
    phone: asked && random.chance(0.5) ? `+44 20 7946 0${random.between(100, 999)}` : null,
    press_release: random.chance(0.1) ? `${site}/press.pdf` : null,
  }
}

/** One to four paragraphs; those pasted from elsewhere end their lines with CR LF. */
export function eventContent(random: Random): string | null {
  if (random.chance(0.2)) return null
  const first = random.below(EVENT_PARAGRAPHS.length)
  const paragraphs = [...EVENT_PARAGRAPHS, ...EVENT_PARAGRAPHS].slice(
    first,
    first + random.between(1, 4),
  )
  return paragraphs.join(random.chance(0.5) ? '\r\n\r\n' : '\n\n')
}

export function eventNote(random: Random): string | null {
  return random.chance(0.2) ? random.pick(EVENT_NOTES) : null
}
